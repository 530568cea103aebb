import { type ComponentProps, useEffect } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';

import { startSessionMonitor } from '~/api/session/monitor';
import { AppTheme } from '~/theme/AppTheme';

import type { AppStore } from './store';

interface AppProps {
  readonly store: AppStore;
  readonly router: ComponentProps<typeof RouterProvider>['router'];
}

export function App({ store, router }: AppProps) {
  useEffect(() => startSessionMonitor(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </Provider>
  );
}
