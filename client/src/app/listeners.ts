import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';

import { baseApi } from '~/api/baseApi';
import { selectClaims, sessionEnded, type SessionState, signedIn, tokenRefreshed } from '~/api/session/slice';

/** Effects of actions. */
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

  return listeners;
}
