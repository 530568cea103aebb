import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ComponentProps, useEffect, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { type ClientOnErrorFunction, RouterProvider } from 'react-router';

import { startSessionMonitor } from '~/api/session/monitor';
import { formatKey } from '~/lib/region';
import { reportError } from '~/lib/reportError';
import { AppTheme } from '~/theme/AppTheme';

import type { AppStore } from './store';

/** Errors of loaders; React reports those of a render itself. */
const reportRouteError: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (errorInfo === undefined) reportError('route', error);
};

const watchLanguage = (onChange: () => void) => i18n.on('change', onChange);

export function App({ store, router }: { readonly store: AppStore; readonly router: ComponentProps<typeof RouterProvider>['router'] }) {
  useEffect(() => startSessionMonitor(store.dispatch), [store]);
  const drawnFor = useSyncExternalStore(watchLanguage, formatKey);
  return (
    <I18nProvider i18n={i18n}>
      <Provider store={store}>
        <AppTheme>
          {/* Another language or region draws every page anew: texts are read where they are drawn, without a hook. */}
          <RouterProvider key={drawnFor} router={router} onError={reportRouteError} />
        </AppTheme>
      </Provider>
    </I18nProvider>
  );
}
