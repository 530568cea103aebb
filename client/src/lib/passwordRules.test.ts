import { expect, it } from 'vitest';

import { judgePassword, meetsPolicy, passwordScore, TOO_LONG, TOO_PERSONAL } from './passwordRules';

const PERSON = { fullName: 'Asha Vérma-Nair', email: 'a.k.iyer@lighthouse.example' };

const judge = (password: string) => judgePassword(password, PERSON);

// The server's own cases: tests/vocabulary/test_password_policy.py.
it.each([
  'AshaAsha1!',
  'asha2024!!',
  'Verma_1987',
  'vérma_1987',
  'V3rma-Nair-77',
  '4sh4-2024!',
  'NairVermaAsha1',
  'iyer-2024-A',
  'Lighthouse-99',
  'AshaVerma99xy',
])('%j is built from the name or the email, and weak', (password) => {
  expect(judge(password)).toMatchObject({ strength: 'Weak', refusal: TOO_PERSONAL.message });
});

it.each(['', 'aB1$xyz', 'Cafe\u0301-93', 'kestrelled', 'KESTRELLED', 'kestrel rivers', '123456789012'])(
  '%j is too short or has too little in it, and is weak',
  (password) => {
    expect(judge(password)).toMatchObject({ strength: 'Weak', refusal: null });
  },
);

it('what is too long is weak', () => {
  expect(judge(`${'Zé9-'.repeat(32)}x`)).toMatchObject({ strength: 'Weak', refusal: TOO_LONG.message });
  expect(judge('Zé9-'.repeat(32))).toMatchObject({ strength: 'Strong', refusal: null });
});

it.each([
  ['aB1$xyzu', 'Strong'],
  ['kestrel-7', 'Medium'],
  ['kestrel 77 rivers', 'Medium'],
  ['Kestrelriver', 'Medium'],
  ['Asha-likes-red-kites-4', 'Strong'],
  ['Nairobi-Harbour-8', 'Strong'],
  ['lighthouse-Keeper-22', 'Strong'],
  ['Xk2-9$vQ', 'Strong'],
])('%j is taken, and %s', (password, strength) => {
  expect(judge(password)).toMatchObject({ strength, refusal: null });
});

it('of a person who is not known is judged by the rest', () => {
  expect(judgePassword('AshaAsha1!', {}).strength).toBe('Strong');
});

it.each([
  ['', 0, 'Weak', false],
  ['aaaa', 1, 'Weak', false],
  ['aaaaaaaa', 2, 'Weak', false],
  ['aaaaaaa1', 3, 'Medium', true],
  ['aaaaaaaaaaa1', 4, 'Medium', true],
  ['Aaaaaaa1', 4, 'Medium', true],
  ['Aaaaaaa1!', 5, 'Strong', true],
  ['Aaaaaaaaaa1!', 6, 'Strong', true],
  ['Ünïcødé1', 4, 'Medium', true],
])('%j scores %i: %s', (password, score, strength, enough) => {
  expect(passwordScore(password)).toBe(score);
  expect(judge(password).strength).toBe(strength);
  expect(meetsPolicy(password)).toBe(enough);
});
