import type { BaseQueryFn, TypedUseQuery } from '@reduxjs/toolkit/query/react';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';

import type { EventName, EventPayload } from '~/api/generated/liveEvents';
import { useAppDispatch } from '~/lib/dispatch';
import { throttle } from '~/lib/throttle';

import { fetchAnew, type Refetch } from './fetchAnew';
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

interface Answer<Data> {
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
}

interface PollingOptions<Data> {
  /** Milliseconds until the next request, 0 for none; `live` while events are pushed. */
  readonly intervalOf: (answer: Answer<Data>, live: boolean) => number;
  readonly refetchOnMountOrArgChange?: boolean;
  readonly refetchOnFocus?: boolean;
}

/** A query that repeats itself at an interval that depends on its last answer. A page in the background does not ask. */
export function usePolledQuery<Data, Argument, BaseQuery extends BaseQueryFn>(
  useQuery: TypedUseQuery<Data, Argument, BaseQuery>,
  argument: NoInfer<Argument>,
  { intervalOf, ...options }: PollingOptions<Data>,
) {
  const live = useIsLive();
  const [pollingInterval, setPollingInterval] = useState(0);
  const answer = useQuery(argument as Parameters<typeof useQuery>[0], { ...options, pollingInterval, skipPollingIfUnfocused: true });
  const wanted = intervalOf(answer, live);
  if (wanted !== pollingInterval) setPollingInterval(wanted);
  return answer;
}

export const unlessLive = (interval: number) => (_answer: unknown, live: boolean) => (live ? 0 : interval);

const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

/** Repeats only while no events are pushed, and more often while one of the list runs. */
export const unlessLiveWhile =
  <Each>(isRunning: (each: Each) => boolean) =>
  ({ currentData }: Answer<{ readonly data: readonly Each[] }>, live: boolean) => {
    if (live) return 0;
    return currentData?.data.some(isRunning) === true ? RUNNING_POLL : IDLE_POLL;
  };

interface Following<Name extends EventName> {
  readonly events: readonly Name[];
  /** Whether an event concerns what is shown; without it each one does. */
  readonly concerns?: (payload: EventPayload<Name>) => boolean;
  /** Milliseconds between two fetches while events keep arriving. */
  readonly pause: number;
  readonly refetch: Refetch;
}

/**
 * Refetches when one of the events arrives, and after a gap in the connection in which it may have been missed. Returns what
 * stops it.
 */
export function followChanges<Name extends EventName>(realtime: Realtime, { events, concerns, pause, refetch }: Following<Name>): () => void {
  let asOf = performance.now();
  let isOver = false;
  const throttled = throttle(pause, () => {
    asOf = performance.now();
    void fetchAnew(refetch, () => isOver);
  });
  const stops = [
    ...events.map((event) =>
      realtime.on(event, (payload) => {
        if (concerns?.(payload) !== false) throttled.call();
      }),
    ),
    realtime.onStanding((quietSince) => {
      if (asOf < quietSince) throttled.call();
    }),
    throttled.stop,
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** Follows changes for as long as the component is on screen. `events` and `pause` are those of its first drawing. */
export function useChanges<Name extends EventName>(following: Following<Name>): void {
  const realtime = useRealtime();
  const latest = useEffectEvent(() => following);
  useEffect(
    () => followChanges(realtime, { ...latest(), concerns: (payload) => latest().concerns?.(payload) !== false, refetch: () => latest().refetch() }),
    [realtime],
  );
}
