import { act, screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { endSession } from '~/api/session/lifecycle';
import { extendsSession, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';
import { selectToasts } from '~/ui/toasts/slice';

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, robotCheck);
});

function setWindowWidth(width: number) {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && width < 768,
    media: query,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

describe('the sidebar', () => {
  it.each([
    ['SUPER_ADMIN', ['Dashboard', 'Announcements', 'User Management', 'Batches', 'Imports', 'Bulk changes', 'Activity', 'Training', 'Interviews', 'Placement', 'Settings']],
    ['ADMIN', ['Dashboard', 'Announcements', 'User Management', 'Batches', 'Imports', 'Bulk changes', 'Activity', 'Training', 'Interviews', 'Placement', 'Settings']],
    ['MANAGEMENT', ['Dashboard', 'Announcements', 'User Management', 'Batches', 'Imports', 'Bulk changes', 'Training', 'Interviews', 'Placement']],
    ['TRAINER', ['Dashboard', 'Announcements', 'Training', 'Interviews']],
    ['INTERVIEW_PANELIST', ['Dashboard', 'Announcements', 'Interviews']],
    ['PLACEMENT', ['Dashboard', 'Announcements', 'Interviews', 'Placement']],
    ['TRAINEE', ['Dashboard', 'Announcements', 'Openings']],
  ])('offers %s %s', async (profile, labels) => {
    setWindowWidth(1440);
    renderApp({ path: '/dashboard', as: { profile } });
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(nav).getAllByRole('link').map((link) => link.textContent)).toEqual(labels);
  });

  it.each([
    [1440, 'true'],
    [1439, 'false'],
  ])('at %i px starts expanded: %s', async (width, expanded) => {
    setWindowWidth(width);
    renderApp({ path: '/dashboard', as: {} });
    expect(await screen.findByRole('button', { name: 'Toggle menu' })).toHaveAttribute('aria-expanded', expanded);
  });

  it('stays as it was put for the browser session', async () => {
    setWindowWidth(1440);
    const { user, unmount } = renderApp({ path: '/dashboard', as: {} });
    await user.click(await screen.findByRole('button', { name: 'Toggle menu' }));
    expect(window.sessionStorage.getItem('sidebarCollapsed')).toBe('true');
    unmount();
    renderApp({ path: '/dashboard', as: {} });
    expect(await screen.findByRole('button', { name: 'Toggle menu' })).toHaveAttribute('aria-expanded', 'false');
  });

  it.each([
    [767, false],
    [768, true],
  ])('at %i px stands beside the page: %s', async (width, beside) => {
    setWindowWidth(width);
    renderApp({ path: '/dashboard', as: {} });
    await screen.findByRole('button', { name: 'Toggle menu' });
    expect(screen.queryAllByRole('navigation', { name: 'Main' })).toHaveLength(beside ? 1 : 0);
  });

  it('is a drawer on a phone, and closes when one goes somewhere', async () => {
    setWindowWidth(375);
    const { user, router } = renderApp({ path: '/dashboard', as: {} });
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Toggle menu' }));
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    await vi.waitFor(() => {
      expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
      expect(router.state.location.pathname).toBe('/dashboard/settings');
    });
  });
});

describe('logging out', () => {
  async function askToLogOut() {
    window.localStorage.setItem('theme', 'light');
    window.sessionStorage.setItem('draft:create-user', '{}');
    const app = renderApp({ path: '/dashboard/settings', as: {} });
    await app.user.click(await screen.findByRole('button', { name: /Account: Olive Owner/u }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return { ...app, dialog: await screen.findByRole('alertdialog') };
  }

  it('asks first, then forgets everything but the theme, and remembers no page', async () => {
    server.use(http.post('*/api/v1/login/logout', () => HttpResponse.json({ message: 'Successfully logged out' })));
    const { user, dialog, router } = await askToLogOut();
    await user.click(within(dialog).getByRole('button', { name: 'Logout' }));

    expect(await screen.findByText('Successfully logged out')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(Object.fromEntries(Object.entries(window.localStorage))).toEqual({ theme: 'light' });
    expect(window.sessionStorage.getItem('draft:create-user')).toBeNull();
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '', state: null });
  });

  it('can be thought better of', async () => {
    const { user, dialog } = await askToLogOut();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('region', { name: 'Company', hidden: true })).toBeInTheDocument();
    expect(window.localStorage.getItem('authToken')).not.toBeNull();
  });

  it('that fails on the server keeps the session and shows an error', async () => {
    server.use(http.post('*/api/v1/login/logout', () => problem(503, 'unavailable', 'Down.')));
    const { user, dialog } = await askToLogOut();
    await user.click(within(dialog).getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logout failed')).toBeInTheDocument();
    expect(window.localStorage.getItem('authToken')).not.toBeNull();
  });
});

it('has a footer with its two links and the year', async () => {
  renderApp({ path: '/dashboard/settings', as: {} });
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByText('© 2025 Waymark. All rights reserved.')).toBeInTheDocument();
  expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  expect(footer.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('region', { name: 'Company' })).toBeInTheDocument();
});

it('entering the dashboard extends the session', async () => {
  const extended = accessToken({ fullName: 'Olive Extended' });
  server.use(
    http.post('*/api/v1/auth/extend-session', () =>
      HttpResponse.json({ authToken: extended, expiresAt: '2026-01-01T00:00:00Z', serverTime: new Date().toISOString() }),
    ),
  );
  renderApp({ path: '/dashboard', as: {} });
  expect(await screen.findByRole('button', { name: /Account: Olive Extended/u })).toBeInTheDocument();
  expect(window.localStorage.getItem('authToken')).toBe(extended);
});

it('a session that ends while it is extended has no problem to log', async () => {
  const warn = vi.spyOn(console, 'warn');
  server.use(http.post('*/api/v1/auth/extend-session', () => delay('infinite')));
  const { store } = renderApp({ path: '/dashboard', as: {} });
  await screen.findByRole('heading', { level: 1 });
  act(() => {
    store.dispatch(endSession('logout'));
  });
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
  expect(warn).not.toHaveBeenCalled();
});

it('a session that ends leads to the sign-in, which says so and leads back', async () => {
  server.use(
    http.get('*/api/v1/users/profile', () => problem(401, 'unauthorized', 'Gone.')),
    http.post('*/api/v1/auth/refresh-token', () => problem(401, 'unauthorized', 'Gone.')),
  );
  const { router } = renderApp({ path: '/dashboard/anything', as: {} });
  expect(await screen.findByText('Your session has expired. Please login again.')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '?session=expired', state: { from: '/dashboard/anything' } });
});

const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

it('says so five minutes before the end, and stays logged in when asked', async () => {
  const soon = Math.floor(Date.now() / 1000) + 299;
  const { user, store } = renderApp({ path: '/dashboard', as: { exp: soon } });
  const bar = await screen.findByRole('complementary', { name: 'Session' });
  expect(bar).toHaveTextContent(/You will be logged out in 4:5\d/u);
  const extended = accessToken();
  server.use(
    http.post('*/api/v1/auth/extend-session', () =>
      HttpResponse.json({ authToken: extended, expiresAt: '2026-01-01T00:00:00Z', absoluteExpiresAt: inFuture(3_600), serverTime: new Date().toISOString() }),
    ),
  );
  await user.click(within(bar).getByRole('button', { name: 'Stay logged in' }));
  expect(await screen.findByText('Session refreshed successfully.')).toBeInTheDocument();
  expect(selectToasts(store.getState()).map(({ duration }) => duration)).toEqual([6_000]);
  expect(screen.queryByRole('complementary', { name: 'Session' })).not.toBeInTheDocument();
});

it('at the session\'s limit it says that it cannot be extended', async () => {
  const soon = Math.floor(Date.now() / 1000) + 299;
  const { user } = renderApp({ path: '/dashboard', as: { exp: soon } });
  const bar = await screen.findByRole('complementary', { name: 'Session' });
  server.use(
    http.post('*/api/v1/auth/extend-session', () =>
      HttpResponse.json({
        authToken: accessToken({ exp: soon }),
        expiresAt: inFuture(290),
        absoluteExpiresAt: inFuture(290),
        serverTime: new Date().toISOString(),
      }),
    ),
  );
  await user.click(within(bar).getByRole('button', { name: 'Stay logged in' }));
  expect(await screen.findByText('This session cannot last any longer. Save your work and log in again.')).toBeInTheDocument();
  expect(screen.queryByText('Session refreshed successfully.')).not.toBeInTheDocument();
});

it('is not shown to a user whose token is being renewed', async () => {
  const ends = Math.floor(Date.now() / 1000) + 200;
  let asked = false;
  server.use(
    http.post('*/api/v1/auth/refresh-token', async () => {
      asked = true;
      await delay('infinite');
    }),
  );
  renderApp({ path: '/dashboard', as: { iat: ends - 7_200, exp: ends } });
  await screen.findByRole('navigation', { name: 'Main' });
  await expect.poll(() => asked).toBe(true);
  expect(screen.queryByRole('complementary', { name: 'Session' })).not.toBeInTheDocument();
});

it('says so again in the last minute, and logs out when asked', async () => {
  server.use(http.post('*/api/v1/login/logout', () => HttpResponse.json({ message: 'Logged out.' })));
  const { user, router } = renderApp({ path: '/dashboard', as: { exp: Math.floor(Date.now() / 1000) + 60 } });
  const bar = await screen.findByRole('complementary', { name: 'Session' });
  expect(bar).toHaveTextContent(/You will be logged out in (?:1:00|0:5\d)/u);
  expect(within(bar).getByRole('alert')).toBeInTheDocument();
  await user.click(within(bar).getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Successfully logged out')).toBeInTheDocument();
  await vi.waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '' });
  });
});

it.each([
  ['confirmed', 'Confirmed. Please repeat the change.'],
  ['another', /another account/u],
  ['unheard-of', /did not work/u],
])('says once that a proof at the company’s provider has ended as %s', async (outcome, sentence) => {
  const { router } = renderApp({ path: `/dashboard?stepUp=${outcome}`, as: {} });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});
