import { expect, it } from 'vitest';

import { looksLikeEmail, looksLikePhone, normalizePhone } from './contacts';

// The server's own cases (tests/vocabulary/test_phones.py), as far as the browser can tell.
it.each([
  ['9876543210', '+919876543210'],
  ['919876543210', '+919876543210'],
  ['+919876543210', '+919876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['+91-98765-43210', '+919876543210'],
  ['(91) 98765-43210', '+919876543210'],
  ['98765 43210', '+919876543210'],
  [' 98765\u00a043210 ', '+919876543210'],
])('the number %j becomes %s', (typed, phone) => {
  expect(normalizePhone(typed)).toBe(phone);
  expect(looksLikePhone(typed)).toBe(true);
});

it.each(['+44 20 7946 0958', '+1 (212) 555-0123', '+65 8123 4567', '98765x43210', '987654321'])('the number %j stays as it was typed', (typed) => {
  expect(normalizePhone(` ${typed} `)).toBe(typed);
});

it.each(['', '12345', '987654321', '9.19877E+11', '98765x43210', '++919876543210', '98765+43210', '----------', '+          ', '098765 4321', '0987654321', '+91 09876 54321'])(
  '%j is no number',
  (typed) => {
    expect(looksLikePhone(typed)).toBe(false);
  },
);

it.each([
  ['asha@example.com', true],
  [' asha.rao+jobs@mail.example.co.in ', true],
  ['asha', false],
  ['asha@example', false],
  ['@example.com', false],
  ['asha@.com', false],
  ['asha@example.', false],
  ['asha rao@example.com', false],
  ['asha@@example.com', false],
])('%j looks like an address: %s', (typed, looks) => {
  expect(looksLikeEmail(typed)).toBe(looks);
});
