import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import type { CompleteAnswer } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { startSession } from '~/api/session/lifecycle';
import { dropDraft } from '~/forms/useDraft';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { orNewer } from '~/lib/orNewer';
import { readItem, removeItem, writeItem } from '~/lib/storage';
import { useToasts } from '~/ui/toasts/slice';

import { authApi, type Channel, type NextStep } from './api';

/** The router state that one page of a flow passes to the next. It survives a reload and holds no secret. */
const flowStateSchema = z.object({
  userId: z.string().check(z.minLength(1)),
  context: z.enum(['SIGNUP', 'LOGIN', 'PASSWORD_RESET']),
  temporaryPassword: z._default(z.boolean(), false),
  from: z.optional(z.string()),
  /** What a login or a reset was started with, as it was typed. */
  email: z.optional(z.string()),
  fullName: z.optional(z.string()),
  /** The company whose invitation has opened the flow. */
  invitedBy: z.optional(z.string()),
  /** The path of the logo of a verified company. */
  invitedByLogo: z.optional(z.string()),
  /** The contacts of a sign-up as typed, so that mistakes are visible; the server sends them masked. */
  contacts: z.optional(z.object({ EMAIL: z.string(), SMS: z.string() })),
});

export type FlowState = z.infer<typeof flowStateSchema>;

/** Null without a flow. */
export function readFlowState(state: unknown): FlowState | null {
  const parsed = flowStateSchema.safeParse(state);
  return parsed.success ? parsed.data : null;
}

/** Whether a flow names a context that this client does not know. */
export function hasUnknownContext(state: unknown): boolean {
  if (typeof state !== 'object' || state === null || !('userId' in state) || !('context' in state)) return false;
  return readFlowState(state) === null && readFlowState({ ...state, context: 'LOGIN' }) !== null;
}

/** An email from another page, such as the one typed at the sign-in; "" without one. */
export function emailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}

export function pathOf(channel: Channel): string {
  return channel === 'SMS' ? '/sms-verification' : '/email-verification';
}

export const UNCLEAR = msg`Verification completed but next step is unclear. Please contact support.`;
export const UNKNOWN_CONTEXT = msg`Unknown verification context. Please contact support.`;

/** The page after a verified code: the next one of the flow, or its end, where tokens are issued. */
export type Onward = { readonly path: string; readonly state: FlowState } | 'complete';

const COMPLETE = 'complete';

const leads = orNewer<Readonly<Record<FlowState['context'], Readonly<Partial<Record<NextStep, string>>>>>>({
  SIGNUP: {
    SMS_VERIFICATION_REQUIRED: '/sms-verification',
    EMAIL_VERIFICATION_REQUIRED: '/email-verification',
    COMPANY_DETAILS_REQUIRED: '/company-info',
    SIGNUP_COMPLETE: COMPLETE,
  },
  LOGIN: {
    PASSWORD_RESET_REQUIRED: '/reset-password',
    FACTOR_REQUIRED: '/confirm-login',
    LOGIN_COMPLETE: COMPLETE,
    VERIFICATION_NOT_REQUIRED: COMPLETE,
  },
  PASSWORD_RESET: {
    PASSWORD_RESET_REQUIRED: '/reset-password',
  },
}, {});

/** Null when this context knows no such step. */
export function onwardFrom(flow: FlowState, nextStep: NextStep): Onward | null {
  const lead = leads[flow.context][nextStep];
  if (lead === undefined) return null;
  if (lead === COMPLETE) return lead;
  const isTemporary = flow.context === 'LOGIN' && nextStep === 'PASSWORD_RESET_REQUIRED';
  return { path: lead, state: isTemporary ? { ...flow, temporaryPassword: true } : flow };
}

export const starts = {
  SIGNUP: { path: '/signup', label: msg`Back to sign up` },
  LOGIN: { path: '/login', label: msg`Back to login` },
  PASSWORD_RESET: { path: '/forgot-password', label: msg`Start the reset again` },
} as const satisfies Record<FlowState['context'], object>;

/** The draft of the sign-up. It belongs to the tab: there is no account yet. */
export const SIGNUP_DRAFT = { name: 'signup', userId: '' } as const;

const KEY = 'ssoReturnPath';

/** Keeps where the visitor came from while the browser is at the company's provider. */
export function keepReturnPath(from: string | null): void {
  if (from === null) removeItem('sessionStorage', KEY);
  else writeItem('sessionStorage', KEY, from);
}

export function readReturnPath(): string | null {
  return readItem('sessionStorage', KEY);
}

export const ACCOUNT_CREATED = msg`Account created successfully! Welcome to ${BRAND_NAME}!`;

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

const FAILED = msg`Login completion failed. Please contact support.`;

/** The last step of every sign-in: the flow is exchanged for tokens. */
export function useLoginCompletion() {
  const begin = useSessionStart();
  const [completeLogin] = authApi.useFinishLoginMutation();
  const [completing, setCompleting] = useState(false);

  /** Null when it went well, else the sentence to show. */
  const complete = async (userId: string, greeting = t`Successfully logged in.`): Promise<string | null> => {
    setCompleting(true);
    const { data, error } = await completeLogin({ userId });
    setCompleting(false);
    if (data === undefined) return messageOf(error, t(FAILED));
    return begin(data, greeting) ? null : t(FAILED);
  };

  return { complete, completing };
}

export function useOnward() {
  const navigate = useNavigate();
  const { complete, completing } = useLoginCompletion();

  /** Leads to the page of the next step, or to the tokens at the end of the flow. Null when it went well, else the sentence to show. */
  const follow = async (flow: FlowState, nextStep: NextStep): Promise<string | null> => {
    const onward = onwardFrom(flow, nextStep);
    if (onward === null) return t(UNCLEAR);
    if (onward === 'complete') return complete(flow.userId, flow.context === 'SIGNUP' ? t(ACCOUNT_CREATED) : undefined);
    await navigate(onward.path, { replace: true, state: onward.state });
    return null;
  };

  return { follow, completing };
}
