import { expect, it } from 'vitest';

import { inPieces } from './inPieces';

it('evaluates each piece in a task of its own, and goes on after one that failed', async () => {
  const seen: string[] = [];
  const piece = (name: string) => () => {
    seen.push(name);
    setImmediate(() => seen.push(`after ${name}`));
    return name === 'b' ? Promise.reject(new Error('offline')) : Promise.resolve();
  };

  await inPieces(piece('a'), piece('b'), piece('c'));

  expect(seen.filter((name) => name.length === 1)).toEqual(['a', 'b', 'c']);
  expect(seen.indexOf('after a')).toBeLessThan(seen.indexOf('b'));
  expect(seen.indexOf('after b')).toBeLessThan(seen.indexOf('c'));
});
