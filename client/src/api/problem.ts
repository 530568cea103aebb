import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';

import { translated } from '~/lib/sentences';

import type { UserRecord } from './generated/serverApi';

/** What an edit of an account has met: the record as it is, and what others have changed since it was read. */
export interface EditConflict {
  readonly current: UserRecord;
  readonly changedBy: { readonly id: string; readonly fullName: string } | null;
  readonly changedAt: string | null;
  /** `before` is masked where the audit trail masks it. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** What a failed call answers beside its status. */
const envelope = z.object({
  message: z.string().check(z.minLength(1)),
  /** The server's, else `network`, `timeout`, `unreadable` or `unknown`. */
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  retryAfter: z.optional(z.number()),
  attemptsRemaining: z.optional(z.number()),
  /** With `step_up_required`: by what the user can prove who they are. */
  methods: z.optional(z.array(z.string())),
  /** With `row_changed`: the row as it is now. */
  row: z.optional(z.unknown()),
  /** With `another_change`: the last change of the preview as it is now. */
  lastChange: z.optional(z.unknown()),
  /** With `edit_conflict`: what was to be changed, as it is now. */
  current: z.optional(z.unknown()),
});

/** With `edit_conflict`; TypeScript takes the server's word for the rest. */
const conflict = z.object({
  code: z.literal('edit_conflict'),
  current: z.unknown(),
  changedBy: z._default(z.nullable(z.unknown()), null),
  changedAt: z._default(z.nullable(z.string()), null),
  changes: z.array(z.unknown()),
});

/** Any failure of a call, with a sentence to show. */
export interface Problem extends Readonly<z.infer<typeof envelope>> {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** With `edit_conflict`: what the edit of an account has met. */
  readonly met?: EditConflict;
}

export const NETWORK_MESSAGE = msg`Network error. Please check your internet connection.`;
export const SESSION_EXPIRED_MESSAGE = msg`Session expired. Please log in again.`;

const UNAVAILABLE_MESSAGE = msg`Service temporarily unavailable. Please try again later.`;

const SERVER_ERROR = 500;

const STATUS_MESSAGES: Readonly<Record<number, MessageDescriptor>> = {
  400: msg`Invalid request data`,
  401: SESSION_EXPIRED_MESSAGE,
  403: msg`Access denied. You do not have permission to perform this action.`,
  404: msg`The requested resource was not found.`,
  413: msg`The request is too large.`,
  422: msg`Validation failed`,
  429: msg`Too many requests. Please wait a moment and try again.`,
  500: msg`Internal server error. Please try again later.`,
  502: UNAVAILABLE_MESSAGE,
  503: UNAVAILABLE_MESSAGE,
  504: UNAVAILABLE_MESSAGE,
};

/** A call that was not made: the server did not answer whether the session is valid. */
export const unavailable = (): Problem => ({ status: 503, code: 'unavailable', message: t(UNAVAILABLE_MESSAGE) });

/** A call that was not made: the session has ended meanwhile. */
export const sessionOver = (): Problem => ({ status: 401, code: 'not_signed_in', message: t(SESSION_EXPIRED_MESSAGE) });

function fromAnswer(status: number, body: unknown, response: Response | undefined): Problem {
  const header = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  const waiting = Number.isFinite(header) ? { retryAfter: header } : {};
  const parsed = envelope.safeParse(body);
  if (parsed.success) {
    const met = conflict.safeParse(body);
    const { message, errors } = parsed.data;
    const said = { message: translated(message), ...(errors !== undefined && { errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, translated(text)])) }) };
    return { ...waiting, ...parsed.data, ...said, status, ...(met.success && { met: met.data as unknown as EditConflict }) };
  }
  // Not the API's JSON but, for example, a proxy's page. For a server error without a sentence the screen shows its own.
  const known = STATUS_MESSAGES[status];
  const message = known === undefined ? `HTTP ${status}: ${response?.statusText ?? ''}`.trim() : t(known);
  const code = status in STATUS_MESSAGES && status !== SERVER_ERROR ? 'unreadable' : 'unknown';
  return { status, code, message, ...waiting };
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Translates an error of fetchBaseQuery; the only place that knows its shapes. */
export function toProblem(error: FetchBaseQueryError, response: Response | undefined): Problem {
  if (typeof error.status === 'number') return fromAnswer(error.status, error.data, response);
  if (error.status === 'PARSING_ERROR') return fromAnswer(error.originalStatus, undefined, response);
  const code = error.status === 'TIMEOUT_ERROR' ? 'timeout' : 'network';
  return { status: 0, code, message: t(NETWORK_MESSAGE) };
}

/** What a call gave: its data, or why there is none. */
export type Answer<Data> = { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown };

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'message' in error && 'code' in error && 'status' in error;
}

/** The sentence to show for a failure: itself, the server's or that of its status, else the screen's own. */
export function messageOf(error: unknown, fallback: string): string {
  if (typeof error === 'string') return error;
  return isProblem(error) && error.code !== 'unknown' ? error.message : fallback;
}
