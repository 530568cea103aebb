import type { EventName } from '~/api/generated/liveEvents';
import { throttle } from '~/lib/throttle';

import type { Realtime } from './realtime';

interface Following {
  readonly event: EventName;
  /** Milliseconds between two fetches while events keep arriving. */
  readonly pause: number;
  readonly refetch: () => void;
}

/**
 * Refetches when the event arrives, and after a gap in the connection in which it may have been missed. Returns what
 * stops it.
 */
export function followChanges(realtime: Realtime, { event, pause, refetch }: Following): () => void {
  let asOf = performance.now();
  const throttled = throttle(pause, () => {
    asOf = performance.now();
    refetch();
  });
  const stops = [
    realtime.on(event, throttled.call),
    realtime.onStanding((quietSince) => {
      if (asOf < quietSince) throttled.call();
    }),
    throttled.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
