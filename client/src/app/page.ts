import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

import { importOrReload } from '~/lib/importOrReload';

import { RouteError } from './RouteError';

/** A route whose page is a chunk of its own, with an error element of its own. */
export function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const lazy = async () => ({ Component: await importOrReload(load) });
  return path === '' ? { index: true, lazy, ErrorBoundary: RouteError } : { path, lazy, ErrorBoundary: RouteError };
}
