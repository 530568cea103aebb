import { createContext, RouterContextProvider } from 'react-router';

import type { AppStore } from './store';

/** The store, for loaders. */
export const storeContext = createContext<AppStore>();

/** A router's `getContext`. */
export const contextWith = (store: AppStore) => () => new RouterContextProvider(new Map([[storeContext, store]]));
