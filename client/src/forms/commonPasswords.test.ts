import { expect, it } from 'vitest';

import { judgePassword } from '~/lib/passwordRules';

import { atBest, readCommonPasswords } from '../../commonPasswords';
import { loadCommonPasswords } from './commonPasswords';

it('every password on the server’s list is Weak', async () => {
  const common = await loadCommonPasswords();
  const all = await readCommonPasswords();
  expect(all).toHaveLength(100_000);
  expect(all.filter((password) => judgePassword(atBest(password), {}, common).strength !== 'Weak')).toEqual([]);
});
