import { fetchAnew, type Refetch } from './fetchAnew';
import type { Realtime } from './realtime';

/** A whole company does not ask in the same second. */
const LONGEST_WAIT = 20_000;

/**
 * Refetches what an account reads of announcements: at once for one to it, and at another moment for each client where
 * the event is to the whole company. A page in the background does not ask: it does when it is looked at again. What a
 * gap in the connection has hidden is left to the caller.
 */
export function followAnnouncements(realtime: Realtime, refetch: Refetch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const now = (): void => void fetchAnew(refetch, () => isOver);
  const later = (): void => {
    timer = undefined;
    if (document.visibilityState === 'visible') now();
  };
  const stops = [
    realtime.on('announcement:new', now),
    realtime.on('announcements:changed', () => {
      timer ??= setTimeout(later, Math.random() * LONGEST_WAIT);
    }),
  ];
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
