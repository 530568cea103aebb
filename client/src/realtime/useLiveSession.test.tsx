import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { storedAccessToken, storeTokens } from '~/api/session/storage';
import { extendsSession, noImports, ownProfile, robotCheck } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

async function onTheDashboard() {
  const live = createLiveServer();
  const app = renderApp({ path: '/dashboard', as: {}, live: live.open });
  await screen.findByRole('heading', { level: 1 });
  return { ...app, live };
}

describe('the live session', () => {
  beforeEach(() => {
    server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, robotCheck);
  });

  it('a session ended elsewhere logs out here at once, and the connection is let go', async () => {
    const { live, router } = await onTheDashboard();
    act(() => {
      live.push('session:ended', { reason: 'revoked' });
    });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(storedAccessToken()).toBeNull();
    expect(live.handshakes).toHaveLength(1);
  });

  it('an expired token does not end the session: an active tab renews it', async () => {
    const renewed = accessToken({ exp: Math.floor(Date.now() / 1000) + 9_000 });
    server.use(
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ accessToken: renewed, refreshToken: 'refresh-2', serverTime: new Date().toISOString() }),
      ),
    );
    const { live, router } = await onTheDashboard();
    act(() => {
      live.push('session:expired', { serverTime: new Date().toISOString() });
      live.close();
    });
    await waitFor(() => {
      expect(live.handshakes.at(-1)).toBe(renewed);
    });
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('a refused refresh ends the session', async () => {
    server.use(
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ message: 'Session expired. Please log in again.', code: 'not_signed_in' }, { status: 401 }),
      ),
    );
    const { live, router } = await onTheDashboard();
    act(() => {
      live.push('session:expired', { serverTime: new Date().toISOString() });
    });
    await waitFor(() => {
      expect(router.state.location.search).toBe('?session=expired');
    });
  });

  it('a session that has ended before the connection came ends here too', async () => {
    server.use(
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ message: 'Session expired. Please log in again.', code: 'not_signed_in' }, { status: 401 }),
      ),
    );
    const live = createLiveServer();
    live.refuse(true);
    const { router } = renderApp({ path: '/dashboard', as: {}, live: live.open });
    await waitFor(() => {
      expect(router.state.location.search).toBe('?session=expired');
    });
    expect(storedAccessToken()).toBeNull();
  });

  it('a token that another tab has refreshed is presented on this connection', async () => {
    const { live } = await onTheDashboard();
    const renewed = accessToken({ exp: Math.floor(Date.now() / 1000) + 9_000 });
    storeTokens({ accessToken: renewed });
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: renewed }));
    });
    await waitFor(() => {
      expect(live.asked).toContainEqual({ event: 'session:authenticate', payload: { token: renewed } });
    });
  });
});
