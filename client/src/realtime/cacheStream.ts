import type { Draft } from '@reduxjs/toolkit';

import type { EventName, EventPayload } from '~/api/generated/liveEvents';

import { realtimeOf } from './extra';
import type { Realtime } from './realtime';

/** The part of RTK Query's `onCacheEntryAdded` API that a stream needs. */
interface CacheEntry<Data> {
  readonly extra: unknown;
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  updateCachedData(recipe: (held: Data | Draft<Data>) => Data | undefined): unknown;
}

interface Stream<Name extends EventName, Data> {
  readonly event: Name;
  /** The entry with what the event says; undefined when the event is of something else, or says nothing newer. */
  readonly apply: (entry: Data, payload: EventPayload<Name>) => Data | undefined;
  /** Subscribes to the event on every new connection; its answer is applied like an event. */
  readonly watch?: (realtime: Realtime) => Promise<EventPayload<Name>>;
  readonly unwatch?: (realtime: Realtime) => Promise<unknown>;
  /** Refetches when events may have been missed since the last fetch. */
  readonly resync?: () => void;
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

  const applyEvent = (payload: EventPayload<Name>): void => {
    entry.updateCachedData((held) => apply(held as Data, payload));
  };
  overtaking.forEach(applyEvent);
  const askToWatch = (): void => {
    if (realtime.connected) watch?.(realtime).then(applyEvent, () => undefined);
  };
  const catchUp = (quietSince: number): void => {
    if (asOf >= quietSince) return;
    asOf = performance.now();
    resync?.();
  };

  const stops = [
    realtime.on(event, applyEvent),
    realtime.onStatus(askToWatch),
    realtime.onStanding(catchUp),
    realtime.onFlowOver(() => resync?.()),
  ];
  askToWatch();
  if (!standsBefore && realtime.quietSince !== null) catchUp(realtime.quietSince);

  await entry.cacheEntryRemoved;
  for (const stop of stops) stop();
  if (realtime.connected) unwatch?.(realtime).catch(() => undefined);
}
