import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';

import { useIsLive } from '~/realtime/extra';

import { type ImportSummary, PAGE_SIZE, useGetImportState, useListImportHistoryQuery } from './api';
import { isRunning } from './states';

const NEWEST = { page: 1, pageSize: PAGE_SIZE };
const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

interface RunningImports {
  /** Those that run, and those that ran while this page was open and were not looked at since. */
  readonly shown: readonly ImportSummary[];
  /** Takes out those that have ended. */
  readonly forget: () => void;
}

/**
 * The company's running imports, live; asked for now and then where nothing can be pushed. One whose page is open counts
 * as looked at.
 */
export function useRunningImports(openImportId: string | undefined): RunningImports {
  const live = useIsLive();
  const { data } = useListImportHistoryQuery(NEWEST);
  const { data: open } = useGetImportState(openImportId === undefined ? skipToken : { importId: openImportId });
  // The page of an import is told of it more often than its summary: two numbers for one thing would be one too many.
  const imports = (data?.data ?? []).map((each) => (open?.id === each.id && open.version > each.version ? open : each));
  const running = imports.filter(({ state }) => isRunning(state));
  useListImportHistoryQuery(NEWEST, {
    skip: live,
    pollingInterval: running.length > 0 ? RUNNING_POLL : IDLE_POLL,
    skipPollingIfUnfocused: true,
  });

  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = running.filter(({ id }) => !followed.includes(id)).map(({ id }) => id);
  const seen = followed.filter((id) => id === openImportId && !running.some((each) => each.id === id));
  if (fresh.length > 0 || seen.length > 0) setFollowed([...followed, ...fresh].filter((id) => !seen.includes(id)));

  return {
    shown: imports.filter(({ id, state }) => isRunning(state) || (followed.includes(id) && id !== openImportId)),
    forget: () => {
      setFollowed(running.map(({ id }) => id));
    },
  };
}
