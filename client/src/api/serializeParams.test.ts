import { expect, it } from 'vitest';

import { serializeParams } from './baseQuery';

it('leaves out what is not given and repeats the key of a list', () => {
  const query = serializeParams({ page: 1, search: 'a b&c', role: null, profile: undefined, ids: ['x', 'y'], exact: false });
  expect(query).toBe('page=1&search=a+b%26c&ids=x&ids=y&exact=false');
});
