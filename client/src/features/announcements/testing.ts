import { vi } from 'vitest';

import type { AnnouncementDetail, OwnAnnouncement } from './api';

export const ID = '0199f000-7777-7000-8000-000000000001';
export const BATCH = '0199f000-6666-7000-8000-000000000001';

export function ownOf(given: Partial<OwnAnnouncement> = {}): OwnAnnouncement {
  return { id: ID, title: 'No class on Friday', body: 'The hall is closed.', links: [], author: 'Tara Trainer', publishedAt: '2026-11-29T04:30:00Z', seen: false, ...given };
}

export function sentOf(given: Partial<AnnouncementDetail> = {}): AnnouncementDetail {
  return {
    id: ID,
    title: 'No class on Friday',
    body: 'The hall is closed.\nWe meet on Monday.',
    audience: 'Batch Pune July',
    batchId: BATCH,
    author: { id: 't1', fullName: 'Tara Trainer' },
    byMail: true,
    publishAt: '2026-11-01T04:30:00Z',
    retractedAt: null,
    createdAt: '2026-11-01T04:29:00Z',
    total: 60,
    seen: 23,
    mailed: 55,
    failed: 2,
    waiting: 0,
    unreachable: 3,
    isSending: false,
    canRetract: true,
    version: 4,
    ...given,
  };
}

export const pageOf = (data: readonly unknown[], more: object = {}) => ({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true, ...more });

/** Stands in for the browser's: says of each observed element that it is on the screen, or is not. */
export function observeScreen() {
  const observers = new Set<{ readonly tell: (isIntersecting: boolean) => void }>();
  class Observer {
    private readonly elements: Element[] = [];
    private readonly callback: (entries: object[]) => void;
    constructor(callback: (entries: object[]) => void) {
      this.callback = callback;
      observers.add(this);
    }
    observe(element: Element): void {
      this.elements.push(element);
    }
    disconnect(): void {
      observers.delete(this);
    }
    tell(isIntersecting: boolean): void {
      this.callback(this.elements.map((target) => ({ target, isIntersecting, intersectionRatio: isIntersecting ? 1 : 0, intersectionRect: { height: 10 }, rootBounds: { height: 100 } })));
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (isIntersecting: boolean) => {
    for (const each of observers) each.tell(isIntersecting);
  };
}
