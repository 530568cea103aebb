import { useEffect } from 'react';

import { readClaims } from '~/api/session/claims';
import { endSession, renewSession, syncTokenFromStorage } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { lastActivity, storedAccessToken } from '~/api/session/storage';
import { serverNow } from '~/lib/clock';
import { type AppDispatch, useAppDispatch } from '~/lib/dispatch';

import { useRealtime } from './extra';

const ACTIVE_WITHIN = 10 * 60_000;

/** An expired token does not end the session: an active tab renews it now, an idle one when the user comes back. */
async function renewIfActive(dispatch: AppDispatch): Promise<void> {
  if (Date.now() - lastActivity() <= ACTIVE_WITHIN) await dispatch(renewSession(storedAccessToken()));
}

/** An unexpired token was refused: the session may have ended before the connection was notified. */
async function renewIfRefusedEarly(dispatch: AppDispatch): Promise<void> {
  const ends = readClaims(storedAccessToken())?.exp ?? 0;
  if (ends * 1000 > serverNow()) await dispatch(renewSession(storedAccessToken()));
}

/** Keeps the connection up while a user is logged in, with the current token; logs out when the server ends the session. */
export function useLiveSession(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const claims = useClaims();
  const userId = claims?.userId;
  const tokenEnds = claims?.exp;

  useEffect(() => {
    if (userId === undefined) return undefined;
    const stops = [
      realtime.on('session:ended', ({ reason }) => dispatch(endSession(reason))),
      realtime.on('session:expired', () => void renewIfActive(dispatch)),
      realtime.onNotSignedIn(() => void renewIfRefusedEarly(dispatch)),
      // Another tab may have stored a token while this one was not awake.
      realtime.onStatus(() => {
        if (realtime.connected) dispatch(syncTokenFromStorage());
      }),
      realtime.hold(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch, realtime, userId]);

  useEffect(() => {
    if (tokenEnds !== undefined) realtime.authenticate();
  }, [realtime, tokenEnds]);
}
