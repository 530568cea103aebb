import { useEffect } from 'react';

import { readClaims } from '~/api/session/claims';
import { endSession, renewSession, takeUpStoredToken } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { lastActivity, storedAccessToken } from '~/api/session/storage';
import { serverNow } from '~/lib/clock';
import { type AppDispatch, useAppDispatch } from '~/lib/dispatch';

import { useRealtime } from './extra';

const ACTIVE_WITHIN = 10 * 60_000;

/** The token's end is not the session's: whoever is there gets a new one; for others that happens when they come back. */
async function renewIfActive(dispatch: AppDispatch): Promise<void> {
  if (Date.now() - lastActivity() <= ACTIVE_WITHIN) await dispatch(renewSession(storedAccessToken()));
}

/** A token that has not run out is refused: the session may have ended before the connection could be told. */
async function renewIfRefusedEarly(dispatch: AppDispatch): Promise<void> {
  const ends = readClaims(storedAccessToken())?.exp ?? 0;
  if (ends * 1000 > serverNow()) await dispatch(renewSession(storedAccessToken()));
}

/** Keeps the connection up while somebody is signed in, with the token of now, and signs out when the server says so. */
export function useLiveSession(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const claims = useClaims();
  const userId = claims?.userId;
  const tokenEnds = claims?.exp;

  useEffect(() => {
    if (userId === undefined) return undefined;
    const stops = [
      realtime.on('session:ended', ({ reason }) => {
        dispatch(endSession(reason));
      }),
      realtime.on('session:expired', () => void renewIfActive(dispatch)),
      realtime.onNotSignedIn(() => void renewIfRefusedEarly(dispatch)),
      // Another tab may have stored a token while this one was not awake.
      realtime.onStatus(() => {
        if (realtime.connected) dispatch(takeUpStoredToken());
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
