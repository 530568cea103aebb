import type { EventName } from '~/api/generated/liveEvents';

import { fetchAnew, type Refetch } from './fetchAnew';
import type { Realtime } from './realtime';

/** A whole company does not ask in the same second. */
const LONGEST_WAIT = 20_000;

interface News {
  /** The events to one account. */
  readonly own: readonly EventName[];
  /** The events to many at once. */
  readonly common: EventName;
}

export const ANNOUNCEMENTS = { own: ['announcement:new'], common: 'announcements:changed' } as const;
export const INTERVIEWS = { own: [], common: 'interviews:changed' } as const;

/**
 * Refetches what an account reads: at once for news to it, and at another moment for each client where the event is to
 * many. A page in the background does not ask: it does when it is looked at again. What a gap in the connection has
 * hidden is left to the caller.
 */
export function followNews(realtime: Realtime, { own, common }: News, refetch: Refetch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const now = (): void => void fetchAnew(refetch, () => isOver);
  const later = (): void => {
    timer = undefined;
    if (document.visibilityState === 'visible') now();
  };
  const stops = [
    ...own.map((event) => realtime.on(event, now)),
    realtime.on(common, () => {
      timer ??= setTimeout(later, Math.random() * LONGEST_WAIT);
    }),
  ];
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
