import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';

import { serverApi } from './generated/serverApi';
import { NETWORK_MESSAGE } from './problem';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that never answers and records aborted requests. */
function neverAnswers({ signal }: Request): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

it('a call is given up after 30 s, like one that finds no network', async () => {
  vi.stubGlobal('fetch', neverAnswers);
  let settled = false;
  const call = createStore().dispatch(serverApi.endpoints.showRobotCheck.initiate());
  void call.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await call).error).toEqual({ status: 0, code: 'timeout', message: NETWORK_MESSAGE.message });
});

it('a call that meets a lock is made once more after the time that the server names', async () => {
  const locked = { code: 'locked', message: 'This is being changed at the moment. Please try again.', retryAfter: 1 };
  const fetched = vi.fn(() => Promise.resolve(Response.json(locked, { status: 409 })));
  vi.stubGlobal('fetch', fetched);
  const call = createStore().dispatch(serverApi.endpoints.showRobotCheck.initiate());
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await call).error).toMatchObject({ status: 409, message: locked.message });
  expect(fetched).toHaveBeenCalledTimes(2);
});
