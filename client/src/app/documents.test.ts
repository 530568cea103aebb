import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';

import documents from '~/prerender/documents.json';

import { RequireSession, routes } from './routes';

// Staff open it for the day, on a screen of the institute.
const OF_HALLS = '/interview-screen';

/** The paths of pages that need no session. */
function publicPaths(all: readonly RouteObject[]): readonly string[] {
  return all.filter(({ Component }) => Component !== RequireSession).flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...publicPaths(children)]);
}

it('every page for strangers is drawn by the build, so that a slow network shows it at once', () => {
  const drawn = new Set(Object.values(documents).map(({ path }) => path));
  expect(publicPaths(routes).filter((path) => !drawn.has(path))).toEqual([OF_HALLS]);
  expect(publicPaths(routes)).toContain('/apply/:slug');
});
