import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';

import { baseApi } from '~/api/baseApi';
import sessionSlice from '~/api/session/slice';
import type { StoreExtra } from '~/realtime/extra';
import { openSocket } from '~/realtime/openSocket';
import { createRealtime, type OpenSocket } from '~/realtime/realtime';
import toastsSlice from '~/ui/toasts/slice';

import { createListeners } from './listeners';

const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [toastsSlice.reducerPath]: toastsSlice.reducer,
});

// The checks of development: a busy machine is no news.
const slowCheck = { warnAfter: 500 } as const;

export function createStore(open: OpenSocket = openSocket) {
  const extraArgument: StoreExtra = { realtime: createRealtime(open) };
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument }, immutableCheck: slowCheck, serializableCheck: slowCheck }).prepend(createListeners().middleware).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
