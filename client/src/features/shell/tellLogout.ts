import { authorized } from '~/api/baseQuery';
import type { LogoutAnswer } from '~/api/generated/serverApi';
import { type Problem, toProblem } from '~/api/problem';
import type { AppDispatch } from '~/lib/dispatch';

const TIME_LIMIT = 30_000;

interface Told {
  readonly data?: LogoutAnswer;
  readonly error?: Problem;
}

async function send(token: string | null): Promise<Told> {
  try {
    const response = await fetch(new URL('/api/v1/login/logout', window.location.origin), {
      method: 'POST',
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    const body = (await response.json()) as unknown;
    return response.ok ? { data: body as LogoutAnswer } : { error: toProblem({ status: response.status, data: body }, response) };
  } catch {
    return { error: toProblem({ status: 'FETCH_ERROR', error: '' }, undefined) };
  }
}

/**
 * Ends the session on the server. Not a call of the cache, which the end of the session clears: the live connection may report
 * that before the answer has come, and the answer would be lost.
 */
export function tellLogout(dispatch: AppDispatch): Promise<Told> {
  return authorized<Told>(dispatch, send);
}
