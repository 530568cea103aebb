import { useEffect } from 'react';

import { batchesChanged } from '~/api/batches';
import { useAppDispatch } from '~/lib/dispatch';
import { useRealtime } from '~/realtime/extra';
import { followChanges } from '~/realtime/followChanges';

/** Many changes in a row, such as a job's, lead to one fetch in this time. */
const PAUSE = 3_000;

/** Keeps the lists of batches on screen up to date, with their figures. */
export function useFollowBatches(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  useEffect(() => {
    const refetch = () => void dispatch(batchesChanged());
    const stops = (['batches:changed', 'users:changed'] as const).map((event) => followChanges(realtime, { event, pause: PAUSE, refetch }));
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch, realtime]);
}
