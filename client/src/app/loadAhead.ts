import { matchRoutes, type RouteObject } from 'react-router';

import { savesData } from '~/lib/savesData';

/** What a route with a chunk of its own has as `handle`. */
export interface ChunkHandle {
  readonly loadAhead: () => void;
}

const INTENTS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Loads the chunks of a page once a pointer, a finger or the focus is on a link to it. Returns what stops it. */
export function loadLinkedPages(routes: RouteObject[]): () => void {
  let last: Element | null = null;
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link === last) return;
    last = link;
    if (link.origin !== window.location.origin || savesData()) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) (route.handle as ChunkHandle | undefined)?.loadAhead();
  };
  for (const name of INTENTS) document.addEventListener(name, onIntent, { passive: true });
  return () => {
    for (const name of INTENTS) document.removeEventListener(name, onIntent);
  };
}
