import { skipToken } from '@reduxjs/toolkit/query';

import { useFollowed } from '~/lib/useFollowed';
import { usePolledQuery } from '~/realtime/usePolledQuery';

import { NEWEST, useGetImportState, useListImportHistoryQuery } from '../api';
import { isOpen, isRunning } from '../states';

const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

/** The company's running imports, live; polled while no events are pushed. One whose page is open counts as seen. */
export function useRunningImports(openImportId: string | undefined) {
  const { data } = usePolledQuery(useListImportHistoryQuery, NEWEST, {
    intervalOf: ({ currentData }, live) => {
      if (live) return 0;
      return currentData?.data.some(({ state }) => isRunning(state)) === true ? RUNNING_POLL : IDLE_POLL;
    },
  });
  const { data: open } = useGetImportState(openImportId === undefined ? skipToken : { importId: openImportId });
  // An import's own page gets newer numbers than its summary: show the newer ones in both places.
  const imports = (data?.data ?? []).map((each) => (open?.id === each.id && open.version > each.version ? open : each));
  return useFollowed(imports, ({ state }) => isOpen(state), openImportId);
}
