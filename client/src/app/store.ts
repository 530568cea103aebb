import { combineReducers, configureStore, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';

import { baseApi } from '~/api/baseApi';
import sessionSlice, { selectClaims, sessionEnded, type SessionState, signedIn, tokenRefreshed } from '~/api/session/slice';
import { dropRosters } from '~/api/sheets/kept';
import sheetsSlice from '~/api/sheets/slice';
import type { StoreExtra } from '~/realtime/extra';
import { openSocket } from '~/realtime/openSocket';
import { createRealtime, type OpenSocket } from '~/realtime/realtime';
import toastsSlice from '~/ui/toasts/slice';

export function createListeners() {
  const listeners = createListenerMiddleware<{ session: SessionState }>();

  // Data of one user is never shown to another.
  listeners.startListening({
    matcher: isAnyOf(signedIn, sessionEnded, tokenRefreshed),
    effect: async (_action, api) => {
      const before = selectClaims(api.getOriginalState())?.userId;
      const after = selectClaims(api.getState())?.userId;
      if (before === after || before === undefined) return;
      // The call that ended the session has to return first.
      await api.delay(0);
      api.dispatch(baseApi.util.resetApiState());
    },
  });

  // On a device that keeps rosters they go with the session, whatever has ended it.
  listeners.startListening({ actionCreator: sessionEnded, effect: () => dropRosters() });

  return listeners;
}

const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [sheetsSlice.reducerPath]: sheetsSlice.reducer,
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
