import { useEffect, useRef } from 'react';

import { useAppDispatch } from '~/lib/dispatch';
import { useIsLive } from '~/realtime/extra';

import { type ImportSnapshot, rowsChanged, useGetImportQuery } from './api';
import { isEnded } from './states';

const POLL_EVERY = 2_000;
/** Pushed events are hints: now and then the page asks even while they come. */
const ASSURE_EVERY = 15_000;

/** How long until the page asks again by itself; 0 for never. */
function pollingInterval(snapshot: ImportSnapshot | undefined, live: boolean): number {
  if (snapshot === undefined) return 0;
  const { state, invited, successCount } = snapshot;
  const settled = isEnded(state) && invited >= successCount;
  if (settled) return 0;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

/** What the rows on screen depend on. */
function rowsRevision({ state, validRows, invalidRows, invite, dateOrder }: ImportSnapshot): string {
  return `${state} ${validRows} ${invalidRows} ${invite} ${dateOrder ?? ''}`;
}

/** Reads the rows on screen anew when the snapshot says that they have changed. */
function useFollowingRows(snapshot: ImportSnapshot | undefined): void {
  const dispatch = useAppDispatch();
  const importId = snapshot?.id;
  const revision = snapshot && rowsRevision(snapshot);
  const seen = useRef(revision);

  useEffect(() => {
    if (importId === undefined || seen.current === revision) return;
    const isFirst = seen.current === undefined;
    seen.current = revision;
    if (!isFirst) dispatch(rowsChanged(importId));
  }, [dispatch, importId, revision]);
}

/** One import as it stands now: fetched, then pushed, and polled where nothing can be pushed. */
export function useImport(importId: string) {
  const live = useIsLive();
  const { data: snapshot, error, refetch } = useGetImportQuery({ importId }, { refetchOnMountOrArgChange: true });
  const interval = pollingInterval(snapshot, live);
  useGetImportQuery({ importId }, { skip: interval === 0, pollingInterval: interval, skipPollingIfUnfocused: true });
  useFollowingRows(snapshot);
  return { snapshot, error, live, retry: () => void refetch() };
}
