import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';

import { usePolledQuery } from '~/realtime/usePolledQuery';

import { type ImportSummary, PAGE_SIZE, useGetImportState, useListImportHistoryQuery } from '../api';
import { isOpen, isRunning } from '../states';

const NEWEST = { page: 1, pageSize: PAGE_SIZE };
const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

interface RunningImports {
  /** Running and paused ones, and those that have ended since this page was opened and have not been seen. */
  readonly shown: readonly ImportSummary[];
  /** Removes those that have ended. */
  readonly forget: () => void;
}

/** The company's running imports, live; polled while no events are pushed. One whose page is open counts as seen. */
export function useRunningImports(openImportId: string | undefined): RunningImports {
  const { data } = usePolledQuery(useListImportHistoryQuery, NEWEST, {
    intervalOf: ({ currentData }, live) => {
      if (live) return 0;
      return currentData?.data.some(({ state }) => isRunning(state)) === true ? RUNNING_POLL : IDLE_POLL;
    },
  });
  const { data: open } = useGetImportState(openImportId === undefined ? skipToken : { importId: openImportId });
  // An import's own page gets newer numbers than its summary: show the newer ones in both places.
  const imports = (data?.data ?? []).map((each) => (open?.id === each.id && open.version > each.version ? open : each));
  const running = imports.filter(({ state }) => isOpen(state));

  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = running.filter(({ id }) => !followed.includes(id)).map(({ id }) => id);
  const seen = followed.filter((id) => id === openImportId && !running.some((each) => each.id === id));
  if (fresh.length > 0 || seen.length > 0) setFollowed([...followed, ...fresh].filter((id) => !seen.includes(id)));

  return {
    shown: imports.filter(({ id, state }) => isOpen(state) || (followed.includes(id) && id !== openImportId)),
    forget: () => {
      setFollowed(running.map(({ id }) => id));
    },
  };
}
