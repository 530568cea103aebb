import { useEffect, useEffectEvent, useRef } from 'react';

import { announcementsApi } from '../api';

const SEEN_AFTER = 2_000;
/** What is read at the same time goes in one call. */
const TOGETHER = 200;
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Half of it is in sight, or it fills half of the screen. */
const isInSight = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? Infinity) / 2);

const keyOf = (element: Element) => (element instanceof HTMLElement ? (element.dataset['announcement'] ?? '') : '');

/**
 * Marks these announcements as seen, each once it was on the screen for two seconds. Returns the ref of the list, whose
 * items name them by `data-announcement`.
 */
export function useSeen(unseen: readonly string[], onSeen: (ids: readonly string[]) => void) {
  const list = useRef<HTMLUListElement>(null);
  const marked = useRef(new Set<string>());
  const [mark] = announcementsApi.useMarkAnnouncementsSeenMutation();
  const send = useEffectEvent(async (ids: string[]) => {
    for (const id of ids) marked.current.add(id);
    const { error } = await mark({ seenRequest: { ids } });
    if (error === undefined) onSeen(ids);
    // It is tried again when it is next in sight.
    else for (const id of ids) marked.current.delete(id);
  });
  const ids = unseen.join(' ');

  useEffect(() => {
    const inSight = new Set<string>();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const read: string[] = [];
    let sending: ReturnType<typeof setTimeout> | undefined;
    const sendRead = (): void => {
      sending = undefined;
      if (read.length > 0) void send(read.splice(0));
    };
    const noteRead = (id: string): void => {
      read.push(id);
      sending ??= setTimeout(sendRead, TOGETHER);
    };
    const follow = (): void => {
      for (const id of ids.split(' ')) {
        const counts = inSight.has(id) && document.visibilityState === 'visible' && !marked.current.has(id);
        if (counts && !timers.has(id)) timers.set(id, setTimeout(noteRead, SEEN_AFTER, id));
        if (counts) continue;
        clearTimeout(timers.get(id));
        timers.delete(id);
      }
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (isInSight(entry)) inSight.add(keyOf(entry.target));
          else inSight.delete(keyOf(entry.target));
        }
        follow();
      },
      { threshold: STEPS },
    );
    for (const element of list.current?.children ?? []) if (ids.includes(keyOf(element))) observer.observe(element);
    document.addEventListener('visibilitychange', follow);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', follow);
      for (const timer of timers.values()) clearTimeout(timer);
      clearTimeout(sending);
      sendRead();
    };
  }, [ids]);
  return list;
}
