import '@fontsource-variable/geist/wght.css';
import './theme/base.css';

import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';

import { App } from '~/app/App';
import { routes } from '~/app/routes';
import { createStore } from '~/app/store';
import { takeTyped } from '~/lib/keepTyped';
import { showLanguage } from '~/lib/language';
import { reportError } from '~/lib/reportError';

const reports: RootOptions = {
  onUncaughtError: (error, { componentStack }) => reportError('uncaught', error, componentStack),
  onCaughtError: (error, { componentStack }) => reportError('caught', error, componentStack),
  onRecoverableError: (error, { componentStack }) => reportError('recovered', error, componentStack),
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const router = createBrowserRouter(routes);

// The name of this file differs from build to build.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register(`/service-worker.js?${new URL(import.meta.url).pathname}`).catch((error: unknown) => reportError('uncaught', error));
}

function draw(container: HTMLElement): void {
  const restore = takeTyped(container);
  const application = createRoot(container, reports);
  flushSync(() => application.render(
    <StrictMode>
      <App store={createStore()} router={router} />
    </StrictMode>,
  ));
  restore();
}

/** What the build has drawn into the document stays until the router has loaded the page. */
const loaded = new Promise<void>((resolve) => {
  if (router.state.initialized || !root.hasChildNodes()) resolve();
  else router.subscribe(({ initialized }) => initialized && resolve());
});

Promise.all([showLanguage(), loaded]).then(
  () => draw(root),
  (error: unknown) => {
    reportError('uncaught', error);
    root.textContent = 'The page could not be loaded. Please load it again.';
  },
);
