import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { formatAgo } from './format';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['2026-03-10T12:00:30Z', 'Just now'],
  ['2026-03-10T11:59:01Z', 'Just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T12:00:00Z', 'yesterday'],
  ['2026-03-04T12:00:00Z', '6 days ago'],
  ['2026-03-03T12:00:00Z', '03 Mar 2026'],
])('%s was %s', (instant, words) => {
  expect(formatAgo(instant)).toBe(words);
});
