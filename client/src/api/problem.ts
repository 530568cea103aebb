import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';

import type { EditConflict } from './editConflict';

/** Any failure of a call, with a sentence to show. */
export interface Problem {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's code, else `network`, `timeout`, `unreadable` or `unknown`. */
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly attemptsRemaining?: number;
  /** With `step_up_required`: by what the user can prove who they are. */
  readonly methods?: readonly string[];
  /** With `row_changed`: the row as it is now. */
  readonly row?: unknown;
  /** With `another_change`: the last change of the preview as it is now. */
  readonly lastChange?: unknown;
  /** With `edit_conflict`: what the edit of an account has met. */
  readonly met?: EditConflict;
}

export const NETWORK_MESSAGE = 'Network error. Please check your internet connection.';
export const SESSION_EXPIRED_MESSAGE = 'Session expired. Please log in again.';

const UNAVAILABLE_MESSAGE = 'Service temporarily unavailable. Please try again later.';

const SERVER_ERROR = 500;

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Invalid request data',
  401: SESSION_EXPIRED_MESSAGE,
  403: 'Access denied. You do not have permission to perform this action.',
  404: 'The requested resource was not found.',
  413: 'The request is too large.',
  422: 'Validation failed',
  429: 'Too many requests. Please wait a moment and try again.',
  500: 'Internal server error. Please try again later.',
  502: UNAVAILABLE_MESSAGE,
  503: UNAVAILABLE_MESSAGE,
  504: UNAVAILABLE_MESSAGE,
};

/** A call that was not made: the server did not answer whether the session is valid. */
export const UNAVAILABLE: Problem = { status: 503, code: 'unavailable', message: UNAVAILABLE_MESSAGE };

/** A call that was not made: the session has ended meanwhile. */
export const OVER: Problem = { status: 401, code: 'not_signed_in', message: SESSION_EXPIRED_MESSAGE };

const envelope = z.object({
  message: z.string().check(z.minLength(1)),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  retryAfter: z.optional(z.number()),
  attemptsRemaining: z.optional(z.number()),
  methods: z.optional(z.array(z.string())),
  row: z.optional(z.unknown()),
  lastChange: z.optional(z.unknown()),
  current: z.optional(z.unknown()),
  changedBy: z.optional(z.nullable(z.unknown())),
  changedAt: z.optional(z.nullable(z.string())),
  changes: z.optional(z.array(z.unknown())),
});

/** The four fields of an answer that `edit_conflict` has beside those of every problem. */
function metBy({ code, current, changedBy, changedAt, changes }: z.infer<typeof envelope>): EditConflict | null {
  if (code !== 'edit_conflict' || current === undefined || changes === undefined) return null;
  return { current, changedBy: changedBy ?? null, changedAt: changedAt ?? null, changes } as unknown as EditConflict;
}

function fromAnswer(status: number, body: unknown, response: Response | undefined): Problem {
  const parsed = envelope.safeParse(body);
  const header = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  const waiting = Number.isFinite(header) ? { retryAfter: header } : {};
  if (parsed.success) {
    const { message, code, errors, retryAfter, attemptsRemaining, methods, row, lastChange } = parsed.data;
    const met = metBy(parsed.data);
    return {
      status,
      code,
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfter === undefined ? waiting : { retryAfter }),
      ...(attemptsRemaining === undefined ? {} : { attemptsRemaining }),
      ...(methods === undefined ? {} : { methods }),
      ...(row === undefined ? {} : { row }),
      ...(lastChange === undefined ? {} : { lastChange }),
      ...(met === null ? {} : { met }),
    };
  }
  // Not the API's JSON but, for example, a proxy's page. For a server error without a sentence the screen shows its own.
  const message = STATUS_MESSAGES[status] ?? `HTTP ${status}: ${response?.statusText ?? ''}`.trim();
  const code = status in STATUS_MESSAGES && status !== SERVER_ERROR ? 'unreadable' : 'unknown';
  return { status, code, message, ...waiting };
}

/** Translates an error of fetchBaseQuery; the only place that knows its shapes. */
export function toProblem(error: FetchBaseQueryError, response: Response | undefined): Problem {
  if (typeof error.status === 'number') return fromAnswer(error.status, error.data, response);
  if (error.status === 'PARSING_ERROR') return fromAnswer(error.originalStatus, undefined, response);
  const code = error.status === 'TIMEOUT_ERROR' ? 'timeout' : 'network';
  return { status: 0, code, message: NETWORK_MESSAGE };
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
