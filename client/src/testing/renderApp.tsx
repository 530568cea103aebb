import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { onTestFinished } from 'vitest';

import { baseApi } from '~/api/baseApi';
import type { Claims } from '~/api/session/claims';
import { storeSignIn, storeTokens } from '~/api/session/storage';
import { App } from '~/app/App';
import { RequireSession, routes } from '~/app/routes';
import { createStore } from '~/app/store';
import type { OpenSocket } from '~/realtime/realtime';

import { accessToken } from './tokens';

interface Visit {
  readonly path: string;
  readonly state?: unknown;
  /** The current user; none without it. */
  readonly as?: Partial<Claims>;
  /** The live connection; without it one that never opens. */
  readonly live?: OpenSocket;
  /** Other pages than those of the application. */
  readonly pages?: RouteObject[];
}

// Loads the lazy pages before any test begins: a test's time is limited.
import.meta.glob(
  ['~/app/*.tsx', '~/features/*/pages/*.tsx', '~/features/training/marking/*.tsx', '~/features/interviews/{own,hall}/*.tsx', '~/forms/Calendar.tsx', '~/ui/AccessDenied.tsx', '~/ui/toasts/Toasts.tsx', '!**/*.test.tsx'],
  { eager: true },
);

const neverOpens: OpenSocket = () => new Promise(() => undefined);

/** Puts a user's tokens where the application looks for them. */
export function signInAs(claims: Partial<Claims> = {}): string {
  const token = accessToken(claims);
  const { userId = 'user', email = 'owner@example.com', fullName = 'Olive Owner' } = claims;
  storeSignIn({ userId, email, fullName }, Date.now());
  storeTokens({ accessToken: token, refreshToken: 'refresh-1' });
  return token;
}

/** The whole application with its real store and routes, as a visitor of one path meets it. */
export function renderApp({ path, state, as, live = neverOpens, pages }: Visit) {
  if (as !== undefined) signInAs(as);
  const store = createStore(live);
  // Answers that no component uses are dropped after a minute, which would be in the middle of another test.
  onTestFinished(() => void store.dispatch(baseApi.util.resetApiState()));
  const url = new URL(path, window.location.origin);
  const router = createMemoryRouter(pages ?? routes, {
    initialEntries: [{ pathname: url.pathname, search: url.search, hash: url.hash, state }],
  });
  const user = userEvent.setup({ delay: null });
  return { ...render(<App store={store} router={router} />), store, router, user };
}

/** Leaves out the frame of the signed-in pages, and keeps their routes and guards. */
const unframed = (given: readonly RouteObject[]): RouteObject[] =>
  given.map((route) => {
    if (route.Component === RequireSession) return { Component: RequireSession, children: route.children?.flatMap(({ children = [] }) => children) ?? [] };
    return route.index === true || route.children === undefined ? route : { ...route, children: unframed(route.children) };
  });

/** Draws one page as the application does, without the frame: menu, trays, bell and live connection. */
export function renderPage(visit: Omit<Visit, 'live' | 'pages'>) {
  return renderApp({ ...visit, pages: unframed(routes) });
}
