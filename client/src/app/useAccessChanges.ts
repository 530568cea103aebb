import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { baseApi } from '~/api/baseApi';
import { fetchOwnProfile } from '~/api/profile';
import { refreshSession } from '~/api/reauth';
import { readClaims } from '~/api/session/claims';
import { endSession, takeUpStoredToken } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { type AppDispatch, useAppDispatch } from '~/lib/dispatch';
import { labelOf } from '~/lib/people';
import type { EventPayload } from '~/realtime/events';
import { useRealtime } from '~/realtime/extra';
import { useToasts } from '~/ui/toasts/slice';

type Access = EventPayload<'session:changed'>;

const SHOWN_FOR = 6_000;

function holds({ role, profile }: Access): boolean {
  const claims = readClaims(storedAccessToken());
  return claims?.role === role && (claims.profile ?? null) === profile;
}

/** A token with the new rights, unless another tab has fetched it already. True when it is held. */
async function takeUpAccess(dispatch: AppDispatch, access: Access): Promise<boolean> {
  const outcome = holds(access) ? 'refreshed' : await refreshSession(storedAccessToken());
  if (outcome === 'refused') dispatch(endSession('expired'));
  if (outcome !== 'refreshed') return false;
  dispatch(takeUpStoredToken());
  // What was fetched with other rights is asked for anew.
  dispatch(baseApi.util.invalidateTags(['Profile', 'User', 'Summary', 'Import', 'Audit']));
  return true;
}

/** Somebody has changed what this person may do: menus and pages follow at once, and it is said. */
export function useAccessChanges(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const toasts = useToasts();
  const navigate = useNavigate();

  useEffect(() => {
    const follow = async (access: Access): Promise<void> => {
      const home = readClaims(storedAccessToken())?.redirectTo;
      if (!(await takeUpAccess(dispatch, access))) return;
      const profile = access.profile === null ? 'Applicant' : labelOf('profile', access.profile);
      toasts.info(`Your access has changed. You are now ${profile} (${labelOf('role', access.role)}).`, SHOWN_FOR);
      // An applicant's portal is left for the dashboard.
      const landing = readClaims(storedAccessToken())?.redirectTo;
      if (landing !== undefined && landing !== home) void navigate(landing);
    };
    // It may have been said while the connection was away.
    const catchUp = async (): Promise<void> => {
      const { data: own } = await dispatch(fetchOwnProfile());
      if (own !== undefined && !holds(own)) await follow(own);
    };

    let hasBeenAway = false;
    const stops = [
      realtime.on('session:changed', (access) => void follow(access)),
      realtime.onStatus(() => {
        if (realtime.connected && hasBeenAway) void catchUp();
        hasBeenAway = !realtime.connected;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch, navigate, realtime, toasts]);
}
