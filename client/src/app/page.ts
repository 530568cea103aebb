import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

import { lazyChunk } from '~/ui/lazyChunk';
import { PageNotLoaded } from '~/ui/PageNotLoaded';

import type { ChunkHandle } from './loadAhead';
import { RouteError } from './RouteError';

/**
 * The part of a route that is a chunk of its own, with an error element of its own. The router remembers a `lazy` that
 * has failed for as long as the document lives, so this one never fails: the component shows the failure. `before`
 * evaluates what the chunk imports, in pieces.
 */
export function lazyRoute<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType, before = () => Promise.resolve()) {
  const Component = lazyChunk(load, pick, { Failure: PageNotLoaded });
  const lazy = async () => {
    await before();
    await Component.preload();
    return { Component };
  };
  // Not by `preload`, whose failure the page would show: this one counts for nothing.
  const handle: ChunkHandle = { loadAhead: () => void load().catch(() => undefined) };
  return { lazy, handle, ErrorBoundary: RouteError };
}

/** A route whose page is a chunk of its own. */
export function page<Module>(path: string, load: () => Promise<Module>, pick: (module: Module) => ComponentType, before?: () => Promise<void>): RouteObject {
  const route = lazyRoute(load, pick, before);
  return path === '' ? { index: true, ...route } : { path, ...route };
}
