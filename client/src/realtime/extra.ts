import { useMemo, useSyncExternalStore } from 'react';

import { useAppDispatch } from '~/lib/dispatch';

import type { Realtime } from './realtime';

/** What the store hands to every thunk and endpoint beside dispatch. */
export interface StoreExtra {
  readonly realtime: Realtime;
}

/** The connection out of the store's extra argument, which the toolkit types as unknown. */
export function realtimeOf(extra: unknown): Realtime {
  return (extra as StoreExtra).realtime;
}

export function useRealtime(): Realtime {
  const dispatch = useAppDispatch();
  return useMemo(() => dispatch((_dispatch, _getState, extra) => realtimeOf(extra)), [dispatch]);
}

/** Whether pushed events arrive now; where they do not, a page asks by itself. */
export function useIsLive(): boolean {
  const realtime = useRealtime();
  return useSyncExternalStore(
    (onChange) => realtime.onStatus(onChange),
    () => realtime.connected,
  );
}
