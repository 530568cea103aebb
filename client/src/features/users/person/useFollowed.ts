import { useEffect, useEffectEvent } from 'react';

import { useRealtime } from '~/realtime/extra';
import { throttle } from '~/lib/throttle';

/** Many changes of one person in a row lead to one fetch in this time. */
const PAUSE = 2_000;

/** Fetches anew when this person has changed, and after a gap in the connection in which that may have been missed. */
export function useFollowed(userId: string, refetch: () => unknown): void {
  const realtime = useRealtime();
  const fetchAnew = useEffectEvent(() => {
    refetch();
  });
  useEffect(() => {
    let asOf = performance.now();
    const throttled = throttle(PAUSE, () => {
      asOf = performance.now();
      fetchAnew();
    });
    const stops = [
      realtime.on('users:changed', ({ ids }) => {
        if (ids.length === 0 || ids.includes(userId)) throttled.call();
      }),
      realtime.onStanding((quietSince) => {
        if (asOf < quietSince) throttled.call();
      }),
      throttled.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [realtime, userId]);
}
