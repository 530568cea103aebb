import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

import { lazyChunk } from '~/ui/lazyChunk';
import { PageNotLoaded } from '~/ui/PageNotLoaded';

import { RouteError } from './RouteError';

/**
 * The part of a route that is a chunk of its own, with an error element of its own. The router remembers a `lazy` that
 * has failed for as long as the document lives, so this one never fails: the component shows the failure.
 */
export function lazyRoute<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType) {
  const Component = lazyChunk(load, pick, { Failure: PageNotLoaded });
  const lazy = async () => {
    await Component.preload();
    return { Component };
  };
  return { lazy, ErrorBoundary: RouteError };
}

/** A route whose page is a chunk of its own. */
export function page<Module>(path: string, load: () => Promise<Module>, pick: (module: Module) => ComponentType): RouteObject {
  const route = lazyRoute(load, pick);
  return path === '' ? { index: true, ...route } : { path, ...route };
}
