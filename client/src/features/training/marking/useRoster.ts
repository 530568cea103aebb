import { useEffect, useState } from 'react';

import { isProblem } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { dropRoster, keepRoster, type KeptRoster, keptRosters } from '~/api/sheets/kept';
import { keepingFailed, useOwnSheets } from '~/api/sheets/slice';
import { type Roster, useReadSessionRosterQuery } from '~/api/training';
import { useAppDispatch } from '~/lib/dispatch';
import { dayOfMoment } from '~/lib/format';
import { TRAINERS } from '~/lib/profiles';
import { useChanges } from '~/realtime/extra';

import { keptDays } from './keepNextDays';

const PAUSE = 1_000;

/** The rosters that this device keeps for the account; null until they have been looked up. */
export function useKeptRosters(): readonly KeptRoster[] | null {
  const { by } = useOwnSheets();
  const [kept, setKept] = useState<readonly KeptRoster[] | null>(null);
  useEffect(() => {
    void keptRosters(by).then(setKept);
  }, [by]);
  return kept;
}

/** The roster of the server, live; until it is there, and without a network, what this device has kept of it. */
export function useRoster(sessionId: string) {
  const dispatch = useAppDispatch();
  const { by, isOwnDevice } = useOwnSheets();
  const isTrainer = useHasProfile(TRAINERS);
  const isKeeping = isTrainer && isOwnDevice;
  const { currentData, error, refetch } = useReadSessionRosterQuery({ trainingSessionId: sessionId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true });
  useChanges({ events: ['training-session:changed'], concerns: ({ id }) => id === null || id === sessionId, pause: PAUSE, refetch });
  const kept = useKeptRosters();
  // The server has answered, and not with a roster: the account may not see it any more.
  const isGone = isProblem(error) && (error.status === 403 || error.status === 404);

  useEffect(() => {
    if (!isKeeping) return;
    const [first, last] = keptDays();
    const day = currentData === undefined ? '' : dayOfMoment(new Date(currentData.session.startsAt));
    const work = isGone ? dropRoster(sessionId) : currentData !== undefined && first <= day && day <= last && keepRoster(by, currentData);
    Promise.resolve(work).catch((failure: unknown) => {
      console.warn('The roster could not be kept on this device.', failure);
      dispatch(keepingFailed());
    });
  }, [by, currentData, dispatch, isGone, isKeeping, sessionId]);

  const found = kept?.find(({ id }) => id === sessionId);
  const roster: Roster | undefined = isGone ? undefined : (currentData ?? found?.roster);
  return { roster, keptAt: currentData === undefined ? found?.keptAt : undefined, error: kept === null ? undefined : error, refetch };
}
