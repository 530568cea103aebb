import { describe, expect, it } from 'vitest';

import { cut, isSeparator } from './splits';

describe('a cell', () => {
  it.each([
    [',', 2, ' a , b, c ', ['a', 'b, c']],
    [',', 3, 'a', ['a']],
    [' ', 2, '  a    b  c ', ['a', 'b  c']],
    [' - ', 2, 'Jean-Luc - Pune', ['Jean-Luc', 'Pune']],
    ['/', 4, '', ['']],
  ])('is cut at %j into %i parts', (separator, parts, cell, expected) => {
    expect(cut(cell, { separator, parts })).toEqual(expected);
  });
});

describe('a separator', () => {
  it('is not empty, and not letters or digits alone', () => {
    expect(['', 'and', '1', 'ü'].map(isSeparator)).toEqual([false, false, false, false]);
    expect([' ', ' - ', 'a,', '·'].map(isSeparator)).toEqual([true, true, true, true]);
  });
});
