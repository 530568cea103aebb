import { useEffect, useRef } from 'react';

import { useAppDispatch } from '~/lib/dispatch';
import { usePolledQuery } from '~/realtime/extra';

import { type ImportSnapshot, rowsChanged, useGetImportQuery } from './api';
import { createdOf, isEnded } from './states';

const POLL_EVERY = 2_000;
/** Events can be lost: the page polls, slowly, even while they arrive. */
const ASSURE_EVERY = 15_000;

/** Milliseconds until the next request; 0 for none. */
function intervalOf(snapshot: ImportSnapshot | undefined, live: boolean): number {
  if (snapshot === undefined) return 0;
  const { state, invited } = snapshot;
  const settled = isEnded(state) && (state === 'undone' || invited >= createdOf(snapshot));
  if (settled) return 0;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

/** What the rows on screen depend on. In the preview a new version is a change of rows. */
function rowsRevision({ state, validRows, invalidRows, invite, dateOrder, version }: ImportSnapshot): string {
  return `${state} ${validRows} ${invalidRows} ${invite} ${dateOrder ?? ''} ${state === 'ready' ? version : ''}`;
}

/** Refetches the rows on screen when the snapshot shows that they have changed. */
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

/** One import: fetched, then kept up to date by events and by polling. */
export function useImport(importId: string) {
  const { data: snapshot, error, refetch } = usePolledQuery(useGetImportQuery, { importId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useFollowingRows(snapshot);
  return { snapshot, error, retry: () => void refetch() };
}
