import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { CompleteAnswer } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { startSession } from '~/api/session/lifecycle';
import { dropDraft } from '~/forms/useDraft';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { useToasts } from '~/ui/toasts/slice';

import { authApi, type NextStep } from './api';
import { type FlowState, onwardFrom, SIGNUP_DRAFT, UNCLEAR } from './flowState';

export const ACCOUNT_CREATED = `Account created successfully! Welcome to ${BRAND_NAME}!`;

/** Begins the session with the tokens at the end of a flow; the guest guard then redirects. False when they cannot be read. */
export function useSessionStart() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  return (tokens: CompleteAnswer, greeting: string): boolean => {
    if (!dispatch(startSession({ ...tokens, accessToken: tokens.jwtToken }))) return false;
    dropDraft(SIGNUP_DRAFT.name);
    toasts.success(greeting);
    return true;
  };
}

const FAILED = 'Login completion failed. Please contact support.';

/** The last step of every sign-in: the flow is exchanged for tokens. */
export function useLoginCompletion() {
  const begin = useSessionStart();
  const [completeLogin] = authApi.useFinishLoginMutation();
  const [completing, setCompleting] = useState(false);

  /** Null when it went well, else the sentence to show. */
  const complete = async (userId: string, greeting = 'Successfully logged in.'): Promise<string | null> => {
    setCompleting(true);
    const { data, error } = await completeLogin({ userId });
    setCompleting(false);
    if (data === undefined) return messageOf(error, FAILED);
    return begin(data, greeting) ? null : FAILED;
  };

  return { complete, completing };
}

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
