import type { Draft } from '@reduxjs/toolkit';

import type { EventName, EventPayload } from '~/api/generated/liveEvents';

import { realtimeOf } from './extra';
import { fetchAnew, type Refetch } from './fetchAnew';
import type { Realtime } from './realtime';

/** The state of work in the background, as it is fetched and as it is pushed. */
interface Versioned {
  readonly version: number;
}

interface Page<State> {
  readonly data: State[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

type Identified = Versioned & { readonly id: string };

/** The newer of two states; of two equal versions the one received last. */
export function newer<State extends Versioned>(held: State, pushed: State): State {
  return pushed.version < held.version ? held : pushed;
}

interface Call<State, Action> {
  readonly dispatch: (action: Action) => unknown;
  readonly queryFulfilled: Promise<{ data: State }>;
}

/** For a mutation that answers with the new state, which `received` puts into the cache; its caller shows an error. */
export const answersState = <Arg, State, Action>(received: (arg: Arg, state: State) => Action) => ({
  onQueryStarted: async (arg: Arg, { dispatch, queryFulfilled }: Call<State, Action>): Promise<void> => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer !== null) dispatch(received(arg, answer.data));
  },
});

/** A refetched page. The answer may be older than events that were pushed meanwhile. */
export function withKnown<State extends Identified, P extends Page<State>>(held: P, fetched: P): P {
  const known = new Map(held.data.map((each) => [each.id, each]));
  return { ...fetched, data: fetched.data.map((each) => newer(known.get(each.id) ?? each, each)) };
}

interface Placing<State> {
  /** When it began: the newest is first. */
  readonly begunAt: (state: State) => string;
  /** A filtered page keeps what it has. */
  readonly isFiltered: boolean;
}

/** A page with a pushed state: in place, or on top of the first page when it is new. Undefined where nothing changes. */
export function withPushed<State extends Identified, P extends Page<State>>(page: P, pushed: State, { begunAt, isFiltered }: Placing<State>): P | undefined {
  const held = page.data.find(({ id }) => id === pushed.id);
  if (held !== undefined) {
    if (newer(held, pushed) === held) return undefined;
    return { ...page, data: page.data.map((each) => (each.id === pushed.id ? pushed : each)) };
  }
  const newest = page.data[0];
  if (isFiltered || page.page !== 1 || (newest !== undefined && begunAt(newest) > begunAt(pushed))) return undefined;
  return { ...page, total: page.total + 1, data: [pushed, ...page.data].slice(0, page.pageSize) };
}

/** The part of RTK Query's `onCacheEntryAdded` API that a stream needs. */
interface CacheEntry<Data> {
  readonly extra: unknown;
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  updateCachedData(recipe: (held: Data | Draft<Data>) => Data | undefined): unknown;
  getCacheEntry(): { readonly status: string };
}

interface Stream<Name extends EventName, Data> {
  readonly event: Name;
  /** The entry with what the event says; undefined when the event is of something else, or says nothing newer. */
  readonly apply: (entry: Data, payload: EventPayload<Name>) => Data | undefined;
  /** Subscribes to the event on every new connection; its answer is applied like an event. */
  readonly watch?: (realtime: Realtime) => Promise<EventPayload<Name>>;
  readonly unwatch?: (realtime: Realtime) => Promise<unknown>;
  /** Refetches when events may have been missed since the last fetch. */
  readonly resync?: Refetch;
}

/**
 * Keeps one cache entry up to date by a pushed event for as long as the entry lives. Call it from `onCacheEntryAdded`.
 * Whatever the event says can be fetched too, so that no failure here is worth more than the next attempt.
 */
export async function cacheStream<Name extends EventName, Data>(
  entry: CacheEntry<Data>,
  { event, apply, watch, unwatch, resync }: Stream<Name, Data>,
): Promise<void> {
  const realtime = realtimeOf(entry.extra);
  const standsBefore = realtime.connected;
  let asOf = performance.now();
  // The first answer may be older than an event that overtakes it.
  const overtaking: EventPayload<Name>[] = [];
  const stopWaiting = realtime.on(event, (payload) => overtaking.push(payload));
  try {
    await entry.cacheDataLoaded;
  } catch {
    return; // Removed before it was ever filled.
  } finally {
    stopWaiting();
  }

  let isOver = false;
  const refetch = (): void => {
    if (resync !== undefined) void fetchAnew(resync, () => isOver);
  };
  const applyEvent = (payload: EventPayload<Name>): void => {
    entry.updateCachedData((held) => apply(held as Data, payload));
    // The answer that is under way takes the entry's place, and may be older than the event.
    if (entry.getCacheEntry().status === 'pending') refetch();
  };
  overtaking.forEach(applyEvent);
  const askToWatch = (): void => {
    if (realtime.connected) watch?.(realtime).then(applyEvent, () => undefined);
  };
  const catchUp = (quietSince: number): void => {
    if (asOf >= quietSince) return;
    asOf = performance.now();
    refetch();
  };

  const stops = [
    realtime.on(event, applyEvent),
    realtime.onStatus(askToWatch),
    realtime.onStanding(catchUp),
    realtime.onFlowOver(refetch),
  ];
  askToWatch();
  if (!standsBefore && realtime.quietSince !== null) catchUp(realtime.quietSince);

  await entry.cacheEntryRemoved;
  isOver = true;
  for (const stop of stops) stop();
  if (realtime.connected) unwatch?.(realtime).catch(() => undefined);
}
