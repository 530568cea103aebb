import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';

import { App } from '~/app/App';
import { routes } from '~/app/routes';
import { createStore } from '~/app/store';
import { contextWith } from '~/app/storeContext';
import { whenInitialized } from '~/app/whenInitialized';
import { reportError } from '~/lib/reportError';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const store = createStore();
const router = createBrowserRouter(routes, { getContext: contextWith(store) });
const drawn = createRoot(root, {
  onUncaughtError: (error, { componentStack }) => {
    reportError('uncaught', error, componentStack);
  },
  onCaughtError: (error, { componentStack }) => {
    reportError('caught', error, componentStack);
  },
  onRecoverableError: (error, { componentStack }) => {
    reportError('recovered', error, componentStack);
  },
});

/** As a transition, which React works on in parts and lets the browser in between. */
function draw(): void {
  startTransition(() => {
    drawn.render(
      <StrictMode>
        <App store={store} router={router} />
      </StrictMode>,
    );
  });
}

// An outline in the document stays until the page itself is there.
if (root.childElementCount === 0) draw();
else void whenInitialized(router).then(draw);
