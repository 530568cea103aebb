import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';
import { createLocks } from '~/testing/locks';
import { signInAs } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { readClaims } from './claims';
import { endSession } from './lifecycle';
import { startSessionMonitor } from './monitor';
import { storeActivity, storedAccessToken } from './storage';

const MINUTE = 60_000;

/** Answers need real timers; what is due is a matter of the date. */
function keepOnlyTheDate() {
  const now = Date.now();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now });
}

const DRAFT = 'draft:profile';

const stops: (() => void)[] = [];

/** A tab of the browser: a store and a monitor of its own over the storage that all share. */
function openTab() {
  const store = createStore();
  const close = startSessionMonitor(store.dispatch);
  stops.push(close);
  return { store, close };
}

function refreshingServer() {
  const calls = { refresh: 0 };
  server.use(
    http.post('*/api/v1/auth/refresh-token', () => {
      calls.refresh += 1;
      const serverTime = new Date().toISOString();
      return HttpResponse.json({ accessToken: accessToken({ fullName: 'Fresh' }), refreshToken: 'refresh-2', serverTime });
    }),
  );
  return calls;
}

function activityElsewhere() {
  storeActivity(Date.now());
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity' }));
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('of several tabs', () => {
  it('one refreshes, though all would', async () => {
    const calls = refreshingServer();
    signInAs({ exp: Math.floor((Date.now() + 30 * MINUTE) / 1000) });
    const tabs = [openTab(), openTab(), openTab()];
    await vi.advanceTimersByTimeAsync(0);
    storeActivity(Date.now() + 9 * MINUTE);
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    vi.useRealTimers();
    await vi.waitFor(() => {
      expect(tabs.filter(({ store }) => store.getState().session.claims?.fullName === 'Fresh')).toHaveLength(1);
    });
    expect(calls.refresh).toBe(1);
  });

  it('the next one leads when the leading one is closed', async () => {
    const calls = refreshingServer();
    signInAs({ exp: Math.floor((Date.now() + 30 * MINUTE) / 1000) });
    const first = openTab();
    const second = openTab();
    await vi.advanceTimersByTimeAsync(MINUTE);
    first.close();
    storeActivity(Date.now() + 9 * MINUTE);
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    vi.useRealTimers();
    await vi.waitFor(() => {
      expect(second.store.getState().session.claims?.fullName).toBe('Fresh');
    });
    expect(calls.refresh).toBe(1);
  });

  it('the one that leads makes up for a skipped refresh when another one is used', async () => {
    const calls = refreshingServer();
    signInAs({ exp: Math.floor((Date.now() + 30 * MINUTE) / 1000) });
    storeActivity(Date.now() - 11 * MINUTE);
    const { store } = openTab();
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    expect(calls.refresh).toBe(0);
    keepOnlyTheDate();
    activityElsewhere();
    await vi.waitFor(() => {
      expect(store.getState().session.claims?.fullName).toBe('Fresh');
    });
    expect(calls.refresh).toBe(1);
  });
});

describe('the end of a session in another tab', () => {
  /** Another tab's voice; messages do not come back to who has sent them. */
  function anotherTabSays(reason: string, limit?: number) {
    const voice = new BroadcastChannel('waymark-session');
    voice.postMessage({ ended: reason, limit });
    voice.close();
  }

  beforeEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['logout', null, undefined],
    ['expired', '{}', undefined],
    ['revoked', '{}', undefined],
    ['idle', '{}', 15],
  ])('is followed with its reason: %s', async (reason, draft, limit) => {
    signInAs();
    window.sessionStorage.setItem(DRAFT, '{}');
    const { store } = openTab();
    window.localStorage.clear();
    anotherTabSays(reason, limit);
    await vi.waitFor(() => {
      expect(store.getState().session).toMatchObject({ claims: null, ended: { reason, limit } });
    });
    expect(window.sessionStorage.getItem(DRAFT)).toBe(draft);
  });

  it('is ignored after a later sign-in', async () => {
    signInAs();
    const { store } = openTab();
    anotherTabSays('logout');
    const heard = new Promise((resolve) => {
      new BroadcastChannel('waymark-session').onmessage = resolve;
    });
    anotherTabSays('logout');
    await heard;
    expect(store.getState().session.claims).not.toBeNull();
    expect(storedAccessToken()).not.toBeNull();
  });

  it('wins over a token of the same session that a call has written since', async () => {
    const token = signInAs();
    const { store } = openTab();
    const voice = new BroadcastChannel('waymark-session');
    voice.postMessage({ ended: 'logout', sid: readClaims(token)?.sid });
    voice.close();
    await vi.waitFor(() => {
      expect(store.getState().session).toMatchObject({ claims: null, ended: { reason: 'logout' } });
    });
    expect(storedAccessToken()).toBeNull();
  });

  it('is published to the other tabs', async () => {
    signInAs();
    const { store } = openTab();
    const heard = new Promise<unknown>((resolve) => {
      new BroadcastChannel('waymark-session').onmessage = (event: MessageEvent<unknown>) => {
        resolve(event.data);
      };
    });
    store.dispatch(endSession('deactivated'));
    await expect(heard).resolves.toEqual({ ended: 'deactivated', sid: expect.any(String) as string });
  });
});
