import { useState } from 'react';
import { useNavigate } from 'react-router';

import { messageOf } from '~/api/problem';
import { startSession } from '~/api/session/lifecycle';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { useToasts } from '~/ui/toasts/slice';

import { type NextStep, useFinishLoginMutation } from './api';
import { dropSignupDraft, type FlowState, onwardFrom, UNCLEAR } from './flowState';

const FAILED = 'Login completion failed. Please contact support.';
const LOGGED_IN = 'Successfully logged in.';
/** The welcome after a sign-up. */
export const ACCOUNT_CREATED = `Account created successfully! Welcome to ${BRAND_NAME}!`;

/** The last step of every sign-in: the flow is exchanged for tokens; the guest guard then redirects. */
export function useLoginCompletion() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [completeLogin] = useFinishLoginMutation();
  const [completing, setCompleting] = useState(false);

  /** Null when it went well, else the sentence to show. */
  const complete = async (userId: string, greeting = LOGGED_IN): Promise<string | null> => {
    setCompleting(true);
    const { data, error } = await completeLogin({ userId });
    setCompleting(false);
    if (data === undefined) return messageOf(error, FAILED);
    if (!dispatch(startSession({ ...data, accessToken: data.jwtToken }))) return FAILED;
    dropSignupDraft();
    toasts.success(greeting);
    return null;
  };

  return { complete, completing };
}

/** Continues a flow after one of its steps. */
export function useOnward() {
  const navigate = useNavigate();
  const { complete, completing } = useLoginCompletion();

  /** Leads to the page of the next step, or to the tokens at the end of the flow. Null when it went well, else the sentence to show. */
  const follow = async (flow: FlowState, nextStep: NextStep): Promise<string | null> => {
    const onward = onwardFrom(flow, nextStep);
    if (onward === null) return UNCLEAR;
    if (onward === 'complete') return complete(flow.userId, flow.context === 'SIGNUP' ? ACCOUNT_CREATED : undefined);
    await navigate(onward.path, { replace: true, state: onward.state });
    return null;
  };

  return { follow, completing };
}
