import { type ComponentProps, useEffect } from 'react';
import { Provider } from 'react-redux';
import { type ClientOnErrorFunction, RouterProvider } from 'react-router';

import { startSessionMonitor } from '~/api/session/monitor';
import { reportError } from '~/lib/reportError';
import { AppTheme } from '~/theme/AppTheme';

import type { AppStore } from './store';

/** Errors of loaders; React reports those of a render itself. */
const reportRouteError: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (errorInfo === undefined) reportError('route', error);
};

export function App({ store, router }: { readonly store: AppStore; readonly router: ComponentProps<typeof RouterProvider>['router'] }) {
  useEffect(() => startSessionMonitor(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <AppTheme>
        <RouterProvider router={router} onError={reportRouteError} />
      </AppTheme>
    </Provider>
  );
}
