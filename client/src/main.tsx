import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';

import { App } from '~/app/App';
import { routes } from '~/app/routes';
import { createStore } from '~/app/store';
import { contextWith } from '~/app/storeContext';
import { reportError } from '~/lib/reportError';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const store = createStore();

createRoot(root, {
  onUncaughtError: (error, { componentStack }) => {
    reportError('uncaught', error, componentStack);
  },
  onCaughtError: (error, { componentStack }) => {
    reportError('caught', error, componentStack);
  },
  onRecoverableError: (error, { componentStack }) => {
    reportError('recovered', error, componentStack);
  },
}).render(
  <StrictMode>
    <App store={store} router={createBrowserRouter(routes, { getContext: contextWith(store) })} />
  </StrictMode>,
);
