import { startTransition, StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';

import { nextTask } from '~/lib/inPieces';
import { drawBehind, holdOutline } from '~/lib/outline';
import { reportError } from '~/lib/reportError';

import { App } from './App';
import { routesWith } from './routes';
import { createStore } from './store';
import { whenInitialized } from './whenInitialized';

const reports: RootOptions = {
  onUncaughtError: (error, { componentStack }) => {
    reportError('uncaught', error, componentStack);
  },
  onCaughtError: (error, { componentStack }) => {
    reportError('caught', error, componentStack);
  },
  onRecoverableError: (error, { componentStack }) => {
    reportError('recovered', error, componentStack);
  },
};

/** Starts the application in tasks of their own, so that a slow phone draws and answers in between. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  await nextTask();
  const store = createStore();
  await nextTask();
  const router = createBrowserRouter(routesWith(store));
  // An outline in the document stays until the page itself is there.
  const outlined = root.childElementCount > 0;
  await nextTask();
  if (outlined) await whenInitialized(router);
  const drawn = createRoot(outlined ? drawBehind(root) : root, reports);
  await nextTask();
  const uncover = holdOutline();
  // As a transition, which React works on in parts and lets the browser in between.
  startTransition(() => {
    drawn.render(
      <StrictMode>
        <App store={store} router={router} onDrawn={uncover} />
      </StrictMode>,
    );
  });
}
