import { t } from '@lingui/core/macro';
import { type BaseQueryFn, type FetchArgs, fetchBaseQuery, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query';

import { observeServerTime } from '~/lib/clock';
import type { AppDispatch } from '~/lib/dispatch';
import { shownLanguage } from '~/lib/language';

import { type Problem, SESSION_EXPIRED_MESSAGE, sessionOver, toProblem, unavailable } from './problem';
import { askProof } from './proof';
import { bearerToSend, noteRefused } from './reauth';
import { renewSession } from './session/lifecycle';
import { factorDemanded } from './session/slice';
import { storedAccessToken } from './session/storage';

export interface CallOptions {
  /** For calls before the sign-in: no bearer is sent, and a 401 is their own. */
  readonly anonymous?: boolean;
  /** For the call that gives a proof: it is not asked for one. */
  readonly provesUser?: boolean;
}

type WaymarkBaseQuery = BaseQueryFn<string | FetchArgs, unknown, Problem, CallOptions, FetchBaseQueryMeta>;

const TIME_LIMIT = 30_000;
const SECOND = 1000;

/** Query strings as the server reads them: null and undefined are left out, a list repeats its key. */
export function serializeParams(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') query.append(key, String(item));
    }
  }
  return query.toString();
}

const rawBaseQuery = fetchBaseQuery({
  baseUrl: new URL('/', window.location.origin).href,
  // Looked up at each call, so that a fetch that is replaced later (tests, tracing) is used.
  fetchFn: (...request) => fetch(...request),
  timeout: TIME_LIMIT,
  credentials: 'same-origin',
  paramsSerializer: serializeParams,
  // Messages that a call causes are in the language that the visitor has chosen, where no account has one.
  prepareHeaders: (headers) => headers.set('Accept-Language', shownLanguage()),
});

function withBearer(args: string | FetchArgs, token: string | null): FetchArgs {
  const call = typeof args === 'string' ? { url: args } : args;
  if (token === null) return call;
  const headers = new Headers(call.headers as HeadersInit | undefined);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...call, headers };
}

function readServerTime(answer: unknown, sentAt: number): void {
  if (typeof answer !== 'object' || answer === null || !('serverTime' in answer)) return;
  if (typeof answer.serverTime === 'string') observeServerTime(answer.serverTime, { sentAt, receivedAt: Date.now() });
}

const call: BaseQueryFn<FetchArgs, unknown, Problem, CallOptions, FetchBaseQueryMeta> = async (args, api, options) => {
  const sentAt = Date.now();
  const result = await rawBaseQuery(args, api, options);
  readServerTime(result.data, sentAt);
  if (result.error === undefined) return result;
  const error = toProblem(result.error, result.meta?.response);
  return result.meta === undefined ? { error } : { error, meta: result.meta };
};

/** What another request was changing at that moment is asked for once more: nothing of the call was done. */
const callOnceMore: typeof call = async (args, api, options) => {
  const result = await call(args, api, options);
  if (result.error?.code !== 'locked') return result;
  await new Promise((resolve) => setTimeout(resolve, SECOND * (result.error?.retryAfter ?? 1)));
  return call(args, api, options);
};

/**
 * A call of the signed-in account: sent with the bearer, and after a 401 once more with the renewed token. A session that
 * has ended on the server is ended here for every caller.
 */
export async function authorized<Answer extends { readonly error?: Problem | undefined }>(
  dispatch: AppDispatch,
  send: (token: string | null) => Answer | PromiseLike<Answer>,
): Promise<Answer | { error: Problem }> {
  const held = storedAccessToken();
  const sent = await bearerToSend();
  if (sent === null && held !== null) return { error: sessionOver() };
  const answer = await send(sent);
  if (answer.error?.code === 'factor_setup_required') dispatch(factorDemanded());
  if (answer.error?.status !== 401 || sent === null) return answer;
  noteRefused(sent);
  const outcome = await dispatch(renewSession(sent));
  if (outcome === 'unavailable') return { error: unavailable() };
  if (outcome === 'over') return { error: { ...answer.error, message: t(SESSION_EXPIRED_MESSAGE) } };
  return send(storedAccessToken());
}

/** Where the server asks for a fresh proof of the user, it is asked for in a dialog, and the call is repeated. */
async function withProof<Answer extends { readonly error?: Problem | undefined }>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.error?.code !== 'step_up_required') return answer;
  return (await askProof(answer.error.methods ?? [])) ? send() : answer;
}

/** One call: bearer, 30 s, problems, the server's clock. */
// RTK passes undefined when an endpoint names no options, against its type.
export const baseQuery: WaymarkBaseQuery = (args, api, options: CallOptions | undefined) => {
  const send = (token: string | null) => callOnceMore(withBearer(args, token), api, {});
  if (options?.anonymous === true) return send(null);
  const sendAuthorized = async () => authorized(api.dispatch as AppDispatch, send);
  return options?.provesUser === true ? sendAuthorized() : withProof(sendAuthorized);
};
