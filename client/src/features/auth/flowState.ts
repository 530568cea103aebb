import * as z from 'zod/mini';

import type { Channel } from './api';

/** The router state that one page of a flow passes to the next. It survives a reload and holds no secret. */
const flowStateSchema = z.object({
  userId: z.string().check(z.minLength(1)),
  context: z.enum(['SIGNUP', 'LOGIN', 'PASSWORD_RESET']),
  temporaryPassword: z._default(z.boolean(), false),
  from: z.optional(z.string()),
  /** Of a sign-in or a reset: as it was typed. */
  email: z.optional(z.string()),
  /** Whose new password is due. */
  fullName: z.optional(z.string()),
  /** The company whose invitation has opened the flow. */
  invitedBy: z.optional(z.string()),
  /** Of a sign-up, as typed, so that mistakes are visible; the server sends them masked. */
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

/** The page of a channel's codes. */
export function pathOf(channel: Channel): string {
  return channel === 'SMS' ? '/sms-verification' : '/email-verification';
}
