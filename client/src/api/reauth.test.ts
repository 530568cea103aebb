import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';
import { createLocks } from '~/testing/locks';
import { signInAs } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { SESSION_EXPIRED_MESSAGE } from './problem';
import { baseApi } from './baseApi';
import { renewTokens } from './reauth';
import { renewSession, storeAccessToken } from './session/lifecycle';
import { storedAccessToken, storedRefreshToken, storeTokens } from './session/storage';

const REFRESH = '*/api/v1/auth/refresh-token';
const PROFILE = '*/api/v1/users/profile';

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<{ name: string }, number>({ query: (n) => `/api/v1/users/profile?n=${n}` }),
  }),
});

/** A server that takes one access token only, and trades a refresh token for it as often as it is asked. */
function serverThatTakes(good: string, { refreshStatus = 200 } = {}) {
  const calls = { refresh: 0, refused: 0, served: 0 };
  server.use(
    http.post(REFRESH, async ({ request }) => {
      calls.refresh += 1;
      const { refreshToken } = (await request.json()) as { refreshToken: string };
      if (refreshStatus !== 200) {
        return HttpResponse.json({ message: 'No.', code: 'unauthorized' }, { status: refreshStatus });
      }
      expect(refreshToken).toBe('refresh-1');
      const serverTime = new Date().toISOString();
      return HttpResponse.json({ authToken: good, accessToken: good, refreshToken: 'refresh-2', expiresAt: serverTime, serverTime });
    }),
    http.get(PROFILE, ({ request }) => {
      if (request.headers.get('Authorization') !== `Bearer ${good}`) {
        calls.refused += 1;
        return HttpResponse.json({ message: 'Please sign in.', code: 'unauthorized' }, { status: 401 });
      }
      calls.served += 1;
      return HttpResponse.json({ name: 'Olive' });
    }),
  );
  return calls;
}

describe('a 401 to a call that carried a token', () => {
  it('refreshes once for ten calls at the same time, and repeats each of them', async () => {
    signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }));
    const store = createStore();

    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.dispatch(api.endpoints.probe.initiate(n))),
    );

    expect(results.map((result) => result.data?.name)).toEqual(Array(10).fill('Olive'));
    expect(calls).toEqual({ refresh: 1, refused: 10, served: 10 });
    expect(storedRefreshToken()).toBe('refresh-2');
    expect(store.getState().session.claims?.fullName).toBe('Fresh');
  });

  it('makes calls that come meanwhile wait for the new token', async () => {
    signInAs();
    const fresh = accessToken({ fullName: 'Fresh' });
    const calls = serverThatTakes(fresh);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      server.use(
        http.post(REFRESH, async () => {
          resolve();
          await new Promise<void>((go) => {
            answer = go;
          });
          return HttpResponse.json({ accessToken: fresh, refreshToken: 'refresh-2', serverTime: new Date().toISOString() });
        }),
      );
    });
    const store = createStore();
    const first = store.dispatch(api.endpoints.probe.initiate(1));
    await asked;
    const second = store.dispatch(api.endpoints.probe.initiate(2));
    answer();
    expect((await Promise.all([first, second])).map((result) => result.data?.name)).toEqual(['Olive', 'Olive']);
    expect(calls).toMatchObject({ refused: 1, served: 2 });
  });

  it.each([
    [200, { refresh: 1, refused: 0, served: 2 }, 'Olive'],
    [401, { refresh: 1, refused: 0, served: 0 }, undefined],
  ])('is not made with a token that is too old: it waits for the next one (refresh: %d)', async (refreshStatus, expected, name) => {
    const old = signInAs({ exp: Math.floor(Date.now() / 1000) - 60 });
    const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }), { refreshStatus });
    const store = createStore();
    const renewal = store.dispatch(renewSession(old));
    const answers = await Promise.all([1, 2].map((n) => store.dispatch(api.endpoints.probe.initiate(n))));
    await renewal;
    expect(answers.map(({ data }) => data?.name)).toEqual([name, name]);
    expect(answers[0]?.error).toEqual(name === undefined ? expect.objectContaining({ status: 401, message: SESSION_EXPIRED_MESSAGE.message }) : undefined);
    expect(calls).toEqual(expected);
  });

  it('asks for no second refresh when it comes late, after another call has refreshed', async () => {
    const stale = signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }));
    await renewTokens(stale);
    await renewTokens(stale);
    expect(calls.refresh).toBe(1);
  });

  it('takes the token that another tab has stored meanwhile', async () => {
    const stale = signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Other tab' }));
    storeTokens({ accessToken: accessToken({ fullName: 'Other tab' }), refreshToken: 'refresh-2' });
    await expect(renewTokens(stale)).resolves.toBe('renewed');
    expect(calls.refresh).toBe(0);
  });

  it('ends the session when the refresh is refused, and says so', async () => {
    signInAs();
    serverThatTakes(accessToken({ fullName: 'Never' }), { refreshStatus: 401 });
    const store = createStore();

    const { error } = await store.dispatch(api.endpoints.probe.initiate(1));

    expect(error).toMatchObject({ status: 401, message: SESSION_EXPIRED_MESSAGE.message });
    expect(storedAccessToken()).toBeNull();
    expect(store.getState().session).toMatchObject({ claims: null, ended: { reason: 'expired' } });
  });

  it('keeps the session while the server cannot be asked, after one repeat', async () => {
    signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Later' }), { refreshStatus: 503 });
    const store = createStore();

    const { error } = await store.dispatch(api.endpoints.probe.initiate(1));

    expect(error).toMatchObject({ status: 503, message: 'Service temporarily unavailable. Please try again later.' });
    expect(calls.refresh).toBe(2);
    expect(storedRefreshToken()).toBe('refresh-1');
    expect(store.getState().session.claims).not.toBeNull();
  });

  it.each([400, 403, 404, 409, 422, 429, 500, 502])('keeps the session when the refresh is answered with %d', async (refreshStatus) => {
    signInAs();
    serverThatTakes(accessToken({ fullName: 'Later' }), { refreshStatus });
    const store = createStore();
    const { error } = await store.dispatch(api.endpoints.probe.initiate(1));
    expect(error).toMatchObject({ status: 503 });
    expect(storedRefreshToken()).toBe('refresh-1');
    expect(store.getState().session.claims).not.toBeNull();
  });

  it('ends nothing while another tab is just storing what it was given', async () => {
    const stale = signInAs();
    server.use(
      http.post(REFRESH, () => {
        // The access token follows.
        window.localStorage.setItem('refreshToken', 'refresh-2');
        const serverTime = new Date().toISOString();
        return HttpResponse.json({ accessToken: accessToken({ fullName: 'Fresh' }), refreshToken: 'refresh-2', serverTime });
      }),
    );
    await expect(renewTokens(stale)).resolves.toBe('renewed');
    expect(storedRefreshToken()).toBe('refresh-2');
  });

  it('is not repeated as another person who has logged in meanwhile', async () => {
    const stale = signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }));
    const theirs = signInAs({ sid: '00000000-0000-4000-8000-000000000002', userId: 'another', fullName: 'Another' });
    await expect(renewTokens(stale)).resolves.toBe('over');
    expect(calls.refresh).toBe(0);
    expect(storedAccessToken()).toBe(theirs);
  });

  it('waits for a tab that holds the lock no longer than ten seconds', async () => {
    const stale = signInAs();
    const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }));
    const locks = createLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    void locks.request('waymark-refresh', () => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const renewal = renewTokens(stale);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(calls.refresh).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await expect(renewal).resolves.toBe('renewed');
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('ends nothing a second time: unsaved forms stay', async () => {
    signInAs();
    window.sessionStorage.setItem('draft:profile', '{}');
    serverThatTakes(accessToken({ fullName: 'Never' }), { refreshStatus: 401 });
    const store = createStore();
    await Promise.all([1, 2, 3].map((n) => store.dispatch(api.endpoints.probe.initiate(n))));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(store.getState().session.ended?.reason).toBe('expired');
    expect(window.sessionStorage.getItem('draft:profile')).toBe('{}');
  });

  it('an extension that is answered after a logout, or after another sign-in, stores nothing', () => {
    signInAs();
    const store = createStore();
    window.localStorage.clear();
    store.dispatch(storeAccessToken(accessToken({ fullName: 'Too late' })));
    expect(storedAccessToken()).toBeNull();
    const theirs = signInAs({ sid: '00000000-0000-4000-8000-000000000002' });
    store.dispatch(storeAccessToken(accessToken({ fullName: 'Too late' })));
    expect(storedAccessToken()).toBe(theirs);
  });

  it('does not bring back a session that was ended while the answer was on its way', async () => {
    const stale = signInAs();
    const fresh = accessToken({ fullName: 'Too late' });
    server.use(
      http.post(REFRESH, () => {
        window.localStorage.clear();
        const serverTime = new Date().toISOString();
        return HttpResponse.json({ accessToken: fresh, refreshToken: 'refresh-2', serverTime });
      }),
    );
    await expect(renewTokens(stale)).resolves.toBe('over');
    expect(storedAccessToken()).toBeNull();
  });
});

it('sends no token and refreshes nothing where the call is made before a token', async () => {
  signInAs();
  const calls = serverThatTakes(accessToken({ fullName: 'Fresh' }));
  const anonymous = baseApi.injectEndpoints({
    endpoints: (build) => ({
      anonymousProbe: build.query<unknown, void>({ query: () => '/api/v1/users/profile', extraOptions: { anonymous: true } }),
    }),
  });
  const { error } = await createStore().dispatch(anonymous.endpoints.anonymousProbe.initiate());
  expect(error).toMatchObject({ status: 401, message: 'Please sign in.' });
  expect(calls).toMatchObject({ refresh: 0, refused: 1 });
});
