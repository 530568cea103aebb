import { expect, it } from 'vitest';

import { foldPlace } from './places';

it.each([
  ['New Delhi', ['NEW DELHI', ' new  delhi. ', 'New-Delhi', 'NewDelhi', 'Ñew Delhi']],
  ['T. Nagar', ['T Nagar', 't.nagar']],
  ['कानपुर', ['कानपुर।', ' कानपुर ']],
  ['Block A 1', ['block a1', 'BLOCK A-1']],
])('%s is the same in other spellings', (place, spellings) => {
  expect(spellings.map(foldPlace)).toEqual(spellings.map(() => foldPlace(place)));
});

it('tells numbers and words apart', () => {
  expect(new Set(['Ward 12', 'Ward 1 2', 'Ward 1', 'Punee', 'Pune', 'कानपूर', 'कानपुर'].map(foldPlace)).size).toBe(7);
});
