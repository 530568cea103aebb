import { describe, expect, it } from 'vitest';

import { meetsPolicy } from '~/lib/passwordRules';

import { generateTemporaryPassword } from '../pages/NewUserPage';

const drawn = Array.from({ length: 2_000 }, generateTemporaryPassword);

describe('a generated temporary password', () => {
  it('has twelve characters out of letters, digits and @ # $', () => {
    for (const password of drawn) expect(password).toMatch(/^[A-Za-z0-9@#$]{12}$/u);
  });

  it('always meets the policy', () => {
    expect(drawn.every(meetsPolicy)).toBe(true);
  });

  it('uses all 65 characters, and is never the same twice', () => {
    expect(new Set(drawn.join('')).size).toBe(65);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
