import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { storeActivity, storedAccessToken, storeTokens } from '~/api/session/storage';
import { extendsSession, noImports, ownProfile, robotCheck } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

async function onTheDashboard() {
  const live = createLiveServer();
  const app = renderApp({ path: '/dashboard', as: {}, live: live.open });
  await screen.findByRole('heading', { level: 1 });
  await live.connected();
  return { ...app, live };
}

describe('the live session', () => {
  beforeEach(() => {
    server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, robotCheck);
  });

  it('a session ended elsewhere logs out here at once, and the connection is let go', async () => {
    const { live, router } = await onTheDashboard();
    act(() => {
      live.push('session:ended', { reason: 'revoked', limit: null });
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

  it('a session that the company has shortened gets a token that ends with it, which is no activity', async () => {
    const bodies: unknown[] = [];
    const renewed = accessToken({ exp: Math.floor(Date.now() / 1000) + 200 });
    server.use(
      http.post('*/api/v1/auth/refresh-token', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ accessToken: renewed, refreshToken: 'refresh-2', serverTime: new Date().toISOString() });
      }),
    );
    const { live } = await onTheDashboard();
    storeActivity(Date.now() - 420_000);
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const state = { expiresAt: at(7_000), absoluteExpiresAt: at(80_000), serverTime: at(0), version: 2, quietMs: null };
    act(() => {
      live.push('session:state', { ...state, idleExpiresAt: at(70_000) });
    });
    act(() => {
      live.push('session:state', { ...state, idleExpiresAt: at(200) });
    });
    expect(await screen.findByRole('complementary', { name: 'Session' })).toHaveTextContent('You will be logged out in 3:');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ inactiveSeconds: expect.toSatisfy((seconds: number) => seconds >= 420 && seconds < 440) as number });
  });

  it.each([
    [{ reason: 'idle', limit: 15 }, 'Your company logs people out after 15 minutes without activity.'],
    [{ reason: 'lifetime', limit: 1 }, 'Your company asks people to log in again after 1 day.'],
  ] as const)('a session that a limit of the company has ended says so: %o', async (end, sentence) => {
    const { live } = await onTheDashboard();
    act(() => {
      live.push('session:ended', end);
    });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('a refused refresh names the limit that ended the session, where the connection did not', async () => {
    server.use(
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ message: 'Session expired.', code: 'not_signed_in', reason: 'idle', limit: 30 }, { status: 401 }),
      ),
    );
    const { live } = await onTheDashboard();
    act(() => {
      live.push('session:expired', { serverTime: new Date().toISOString() });
    });
    expect(await screen.findByText('Your company logs people out after 30 minutes without activity.')).toBeVisible();
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
