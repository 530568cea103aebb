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
  expect((await call).error).toEqual({ status: 0, code: 'timeout', message: NETWORK_MESSAGE });
});
