import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { throttle } from './throttle';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('works at the first call, then once a pause, and once more for the last call', () => {
  const work = vi.fn();
  const { call, stop } = throttle(3_000, work);
  call();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
  for (let passed = 0; passed < 2_900; passed += 100) {
    call();
    vi.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(2);
  call();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(2);
});
