import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { authorized } from '~/api/baseQuery';
import type { LogoutAnswer } from '~/api/generated/serverApi';
import { type Problem, toProblem } from '~/api/problem';
import { endSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { dropRosters } from '~/api/sheets/kept';
import { sheetsDropped, useOwnSheets } from '~/api/sheets/slice';
import { type AppDispatch, useAppDispatch } from '~/lib/dispatch';
import { leaveTo } from '~/lib/redirects';
import { useToasts } from '~/ui/toasts/slice';

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

/**
 * Ends the session on the server first: after a failed logout the user is still logged in and sees an error. A session that
 * the company's provider has opened is then ended there too, where the provider asks for it.
 */
export function useLogout() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const { unsent, isKept } = useOwnSheets();
  const [leaving, setLeaving] = useState(false);

  const logout = async () => {
    setLeaving(true);
    // Also where the server cannot be reached: who wants to leave leaves no names behind.
    await dropRosters();
    const { data, error } = await tellLogout(dispatch);
    setLeaving(false);
    // A session that has already ended counts as logged out; the live connection may report it before the answer arrives.
    const over = storedAccessToken() === null || error?.status === 401;
    if (error !== undefined && !over) {
      toasts.error(t`Logout failed`);
      return;
    }
    if (!isKept) dispatch(sheetsDropped(unsent.map(({ id }) => id)));
    dispatch(endSession('logout'));
    toasts.success(t`Successfully logged out`);
    const provider = data?.providerLogoutUrl ?? null;
    if (provider !== null) leaveTo(provider);
  };

  return { logout, leaving };
}
