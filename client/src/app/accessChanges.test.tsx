import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, signInAs } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import type { Claims } from '~/api/session/claims';

let refreshes: number;

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

it('a changed profile is taken up at once: menu, dashboard, and a word about it', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  expect(menu()).toEqual(['Dashboard']);
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  expect(await screen.findByText('Your access has changed. You are now Admin (Manager).')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(menu()).toEqual(['Dashboard', 'User Management', 'Settings']);
  expect(refreshes).toBe(1);
});

it('a page that is not theirs any more is denied', async () => {
  server.use(ownProfile('ADMIN'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard/settings', as: { profile: 'ADMIN', role: 'HR' }, live: live.open });
  await screen.findByText('Settings Coming Soon');
  nowGives({ profile: 'PLACEMENT', role: 'EMPLOYEE' });
  act(() => {
    live.push('session:changed', { profile: 'PLACEMENT', role: 'EMPLOYEE' });
  });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
});

it('an applicant who is given a profile comes to the dashboard', async () => {
  server.use(ownProfile(null));
  const live = createLiveServer();
  renderApp({ path: '/applicant-dashboard', as: { profile: null, role: 'APPLICANT', redirectTo: '/applicant-dashboard' }, live: live.open });
  await screen.findByRole('heading', { name: 'Applicant Portal' });
  nowGives({ profile: 'TRAINEE', role: 'TRAINEE', redirectTo: '/dashboard' });
  act(() => {
    live.push('session:changed', { profile: 'TRAINEE', role: 'TRAINEE' });
  });
  expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
});

it('what another tab has fetched already is not fetched again', async () => {
  server.use(ownProfile('TRAINER'));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  signInAs({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.push('session:changed', { profile: 'ADMIN', role: 'MANAGER' });
  });
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(refreshes).toBe(0);
});

it('what was said while the connection was away is caught up with when it is back', async () => {
  server.use(ownProfile('TRAINER', { role: 'MENTOR' }));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER', role: 'MENTOR' }, live: live.open });
  await screen.findByRole('heading', { name: 'Trainer Dashboard' });
  act(() => {
    live.goAway();
  });
  nowGives({ profile: 'ADMIN', role: 'MANAGER' });
  act(() => {
    live.comeBack();
  });
  expect(await screen.findByText('Your access has changed. You are now Admin (Manager).')).toBeInTheDocument();
  expect(menu()).toEqual(['Dashboard', 'User Management', 'Settings']);
  expect(refreshes).toBe(1);
});
