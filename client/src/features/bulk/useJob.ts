import { useEffect, useRef } from 'react';

import { useAppDispatch } from '~/lib/dispatch';
import { usePolledQuery } from '~/realtime/usePolledQuery';

import { type BulkJob, rowsChanged, useGetBulkJobQuery } from './api';
import { isRunning } from './states';

const POLL_EVERY = 2_000;
/** Events can be lost: the page polls, slowly, even while they arrive. */
const ASSURE_EVERY = 15_000;
/** A job that has ended is undone by others too. */
const ENDED_EVERY = 30_000;

function intervalOf(job: BulkJob | undefined, live: boolean): number {
  if (job === undefined) return 0;
  if (!isRunning(job)) return live || !job.canUndo ? 0 : ENDED_EVERY;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

/** One job: fetched, then kept up to date by events and by polling; its rows follow its state. */
export function useJob(bulkId: string) {
  const dispatch = useAppDispatch();
  const { data: job, error, refetch } = usePolledQuery(useGetBulkJobQuery, { bulkId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  const id = job?.id;
  const state = job?.state;
  const seen = useRef(state);
  useEffect(() => {
    if (id === undefined || seen.current === state) return;
    const isFirst = seen.current === undefined;
    seen.current = state;
    if (!isFirst) dispatch(rowsChanged(id));
  }, [dispatch, id, state]);
  return { job, error, retry: () => void refetch() };
}
