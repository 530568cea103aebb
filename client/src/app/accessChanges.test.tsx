import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, signInAs } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import type { Claims } from '~/api/session/claims';

let refreshes = 0;

/** A server that gives these rights from now on. */
function nowGives(claims: Partial<Claims>) {
  server.use(
    ownProfile(claims.profile ?? null, { role: claims.role }),
    http.post('*/api/v1/auth/refresh-token', () => {
      refreshes += 1;
      return HttpResponse.json({ accessToken: accessToken(claims), refreshToken: 'refresh-2', serverTime: new Date().toISOString() });
    }),
  );
}

const menu = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link').map((link) => link.textContent);

beforeEach(() => {
  refreshes = 0;
  window.sessionStorage.setItem('sidebarCollapsed', 'false');
  server.use(extendsSession, noImports);
});

const menuOfAdmin = ['Dashboard', 'Announcements', 'User Management', 'Batches', 'Imports', 'Bulk changes', 'Activity', 'Training', 'Interviews', 'Placement', 'Settings'];

it('a changed profile is taken up at once: menu, dashboard, and a word about it', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  await live.connected();
  expect(menu()).toEqual(['Dashboard', 'Announcements', 'Training', 'Interviews']);
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  expect(await screen.findByText('Your access has changed. You are now Admin (Manager).')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(menu()).toEqual(menuOfAdmin);
  expect(refreshes).toBe(1);
});

it('a page that is not theirs any more is denied', async () => {
  server.use(ownProfile('ADMIN'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard/settings', as: { profile: 'ADMIN', role: 'HR' }, live: live.open });
  await screen.findByRole('region', { name: 'Company' });
  await live.connected();
  nowGives({ profile: 'PLACEMENT', role: 'EMPLOYEE' });
  act(() => {
    live.push('session:changed', { profile: 'PLACEMENT', role: 'EMPLOYEE' });
  });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
});

it('an applicant who is given a profile comes to the dashboard', async () => {
  server.use(ownProfile(null));
  const live = createLiveServer();
  const { router } = renderApp({ path: '/applicant-dashboard', as: { profile: null, role: 'APPLICANT', redirectTo: '/applicant-dashboard' }, live: live.open });
  await screen.findByRole('heading', { name: 'Applicant Portal' });
  await live.connected();
  nowGives({ profile: 'TRAINEE', role: 'TRAINEE', redirectTo: '/dashboard' });
  act(() => {
    live.push('session:changed', { profile: 'TRAINEE', role: 'TRAINEE' });
  });
  expect(await screen.findByText('Welcome! Your application was accepted. You are now Trainee.')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Access Denied' })).not.toBeInTheDocument();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(screen.getByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });
});

it('what another tab has fetched already is not fetched again', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  await live.connected();
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  signInAs({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(refreshes).toBe(0);
});

it('what was missed while the connection was away is announced when it is back', async () => {
  server.use(ownProfile('TRAINER', { role: 'MENTOR' }));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  await live.connected();
  act(() => {
    live.goAway();
  });
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.comeBack();
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  expect(await screen.findByText('Your access has changed. You are now Admin (Manager).')).toBeInTheDocument();
  expect(menu()).toEqual(menuOfAdmin);
  expect(refreshes).toBe(1);
});

it('a token with other rights is taken up whole, whatever brought it and before there is a connection', async () => {
  server.use(ownProfile('TRAINER'));
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' } });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  const token = signInAs({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: token }));
  });
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(await screen.findByText('Your access has changed. You are now Admin (Manager).')).toBeInTheDocument();
  expect(refreshes).toBe(0);
});

it('a refresh that was answered before the change does not hide it', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  await live.connected();
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  const old = accessToken({ profile: 'TRAINER', role: 'MENTOR', fullName: 'As before' });
  server.use(
    http.post(
      '*/api/v1/auth/refresh-token',
      () => HttpResponse.json({ accessToken: old, refreshToken: 'refresh-2', serverTime: new Date().toISOString() }),
      { once: true },
    ),
  );
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  await expect.poll(menu).toEqual(menuOfAdmin);
});

it('a change is taken up once the server can be asked again', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  await live.connected();
  let asked = 0;
  server.use(
    http.post('*/api/v1/auth/refresh-token', () => {
      asked += 1;
      return new HttpResponse(null, { status: 503 });
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  await vi.waitFor(() => {
    expect(asked).toBe(2);
  });
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  vi.useRealTimers();
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
});
