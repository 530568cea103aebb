import { describe, expect, it } from 'vitest';

import { parseBlock, textOf } from './usePaste';

describe('a block of cells on the clipboard', () => {
  it.each([
    ['a', [['a']]],
    ['a\tb\nc\td', [['a', 'b'], ['c', 'd']]],
    ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]],
    ['a\rb', [['a'], ['b']]],
    ['\ta\n\nb', [['', 'a'], [''], ['b']]],
    ['a\t\nb\t', [['a', ''], ['b', '']]],
    ['"Line 1\nLine 2"\t"say ""yes"""', [['Line 1\nLine 2', 'say "yes"']]],
    ['"Asha" Rao\tb', [['"Asha" Rao', 'b']]],
    ['=1+1\t+91 98', [['=1+1', '+91 98']]],
    ['पुणे\tमुंबई', [['पुणे', 'मुंबई']]],
  ])('is read as a spreadsheet has written it: %j', (text, block) => {
    expect(parseBlock(text)).toEqual(block);
  });

  it('is written so that it is read back the same', () => {
    const block = [['a', 'with\ttab', 'say "yes"'], ['', 'two\nlines', '=1+1']];
    expect(parseBlock(textOf(block))).toEqual(block);
  });
});
