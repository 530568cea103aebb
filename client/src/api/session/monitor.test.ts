import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';
import { signInAs } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { readClaims } from './claims';
import { refreshDelay, startSessionMonitor } from './monitor';
import { storeActivity, storedAccessToken, storeTokens } from './storage';

const MINUTE = 60_000;

/** Answers need real timers; what is due is a matter of the date. */
function keepOnlyTheDate() {
  const now = Date.now();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now });
}

let stop: () => void = () => undefined;

function start() {
  const store = createStore();
  stop = startSessionMonitor(store.dispatch);
  return store;
}

/** Answers every refresh, and counts them. */
function refreshingServer(status = 200) {
  const calls = { refresh: 0 };
  server.use(
    http.post('*/api/v1/auth/refresh-token', () => {
      calls.refresh += 1;
      if (status !== 200) return HttpResponse.json({ message: 'No.', code: 'unauthorized' }, { status });
      const serverTime = new Date().toISOString();
      return HttpResponse.json({ accessToken: accessToken({ fullName: 'Fresh' }), refreshToken: 'refresh-2', serverTime });
    }),
  );
  return calls;
}

function expiringIn(milliseconds: number) {
  return { exp: Math.floor((Date.now() + milliseconds) / 1000) };
}

describe('the session monitor', () => {
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it.each([
    [120, 100],
    [30, 10],
    [60, 40],
    [20.2, 0.5],
    [1, 0.5],
  ])('refreshes a token of %d minutes after %d', (remaining, wait) => {
    expect(refreshDelay(remaining * MINUTE)).toBe(wait * MINUTE);
  });

  it('refreshes a token that has ended as soon as it starts', async () => {
    const calls = refreshingServer();
    signInAs(expiringIn(-MINUTE));
    const store = start();
    await vi.waitFor(() => {
      expect(store.getState().session.claims?.fullName).toBe('Fresh');
    });
    expect(calls.refresh).toBe(1);
  });

  it('ends the session only when the refresh is refused', async () => {
    refreshingServer(401);
    signInAs(expiringIn(-MINUTE));
    const store = start();
    await vi.waitFor(() => {
      expect(store.getState().session.ended?.reason).toBe('expired');
    });
    expect(storedAccessToken()).toBeNull();
  });

  it('does not renew a token without activity, and renews it at the next activity', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const calls = refreshingServer();
    signInAs(expiringIn(30 * MINUTE));
    const store = start();
    storeActivity(Date.now() - 11 * MINUTE);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(calls.refresh).toBe(0);

    keepOnlyTheDate();
    window.dispatchEvent(new Event('keydown'));
    await vi.waitFor(() => {
      expect(store.getState().session.claims?.fullName).toBe('Fresh');
    });
    expect(calls.refresh).toBe(1);
  });

  it.each([
    ['load', () => { start(); }],
    ['wake', () => { document.dispatchEvent(new Event('visibilitychange')); }],
    ['touch', () => { window.dispatchEvent(new Event('keydown')); }],
  ])('refreshes at %s what has been due since before', async (what, happens) => {
    const calls = refreshingServer();
    signInAs();
    if (what !== 'load') start();
    signInAs({ iat: Math.floor(Date.now() / 1000) - 7_000, exp: Math.floor(Date.now() / 1000) + 200 });
    happens();
    await vi.waitFor(() => {
      expect(readClaims(storedAccessToken())?.fullName).toBe('Fresh');
    });
    expect(calls.refresh).toBe(1);
  });

  it('asks anew when the clock has jumped, whichever way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const calls = refreshingServer();
    signInAs();
    start();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(calls.refresh).toBe(0);
    vi.setSystemTime(Date.now() - 5 * MINUTE);
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    vi.useRealTimers();
    await vi.waitFor(() => {
      expect(calls.refresh).toBe(1);
    });
  });

  it('hears no answer in a touch of what asks whether the session shall go on', async () => {
    const calls = refreshingServer();
    signInAs();
    start();
    const bar = document.createElement('div');
    bar.setAttribute('data-decides-on-session', 'true');
    document.body.append(bar);
    storeTokens({ accessToken: accessToken(expiringIn(-MINUTE)) });
    bar.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    bar.remove();
    expect(calls.refresh).toBe(0);
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await vi.waitFor(() => {
      expect(calls.refresh).toBe(1);
    });
  });

  it('ends the session when the storage is cleared', async () => {
    signInAs();
    const store = start();
    window.localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: null }));
    await vi.waitFor(() => {
      expect(store.getState().session).toMatchObject({ claims: null, ended: { reason: 'logout' } });
    });
  });

  it('follows another tab that refreshed', () => {
    signInAs();
    const store = start();
    storeTokens({ accessToken: accessToken({ profile: 'TRAINEE' }) });
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    expect(store.getState().session.claims?.profile).toBe('TRAINEE');
  });
});
