import '@fontsource-variable/geist/wght.css';
import './theme/base.css';

import { startTransition, StrictMode, useLayoutEffect } from 'react';
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

/** Runs while the page is put into the document: before its other parts of that moment, or after them, by its place. */
function Moment({ at }: { readonly at: () => void }) {
  useLayoutEffect(at, [at]);
  return null;
}

/**
 * Draws the application beside what the build has drawn, in slices between which the browser answers to the person, and puts
 * it in place of that at once.
 */
function draw(drawn: HTMLElement): void {
  const container = drawn.cloneNode(false) as HTMLElement;
  container.hidden = true;
  drawn.after(container);
  let restore: ReturnType<typeof takeTyped> | undefined;
  const takeOver = () => {
    if (!drawn.isConnected) return;
    restore = takeTyped(drawn);
    drawn.remove();
    container.hidden = false;
  };
  const giveBack = () => {
    restore?.(container);
    restore = undefined;
  };
  const application = createRoot(container, reports);
  startTransition(() => application.render(
    <StrictMode>
      <Moment at={takeOver} />
      <App store={createStore()} router={router} />
      <Moment at={giveBack} />
    </StrictMode>,
  ));
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
