import { expect, it } from 'vitest';

import { accessToken } from '~/testing/tokens';

import { readClaims } from './claims';

it('reads names beyond ASCII', () => {
  expect(readClaims(accessToken({ fullName: 'Łucja Çelik 山田' }))?.fullName).toBe('Łucja Çelik 山田');
});

it.each([null, '', 'opaque', 'a.b.c', 'a.bm90IGpzb24.c', `a.${btoa('{"userId":1}')}.c`])('reads nothing out of %s', (token) => {
  expect(readClaims(token)).toBeNull();
});
