import { expect, it } from 'vitest';

import { describeRetry } from './format';

const EVENING = new Date(2026, 0, 5, 21, 30).getTime();

it.each([
  [30, 'in 30 seconds'],
  [90, 'in 2 minutes'],
  [2 * 3600, 'at 23:30'],
  [8 * 3600, 'tomorrow at 05:30'],
])('a wait of %i seconds is "%s"', (seconds, words) => {
  expect(describeRetry(seconds, EVENING)).toBe(words);
});
