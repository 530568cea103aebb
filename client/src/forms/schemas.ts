import * as z from 'zod/mini';

import { looksLikePhone } from '~/lib/contacts';
import { meetsPolicy } from '~/lib/passwordRules';

/** Marks a field without a text: the sentence is shown above the form. '' would not mark it. */
export const MISSING = { error: () => '' } as const;

export const required = z.string().check(z.minLength(1, MISSING));

const LONGEST_NAME = 200;

export const fullName = z.string().check(
  z.trim(),
  z.minLength(1, 'Full name is required'),
  z.maxLength(LONGEST_NAME, `Full name must be at most ${LONGEST_NAME} characters`),
);

export const phone = z.string().check(
  z.trim(),
  z.minLength(1, 'Phone is required'),
  z.refine(looksLikePhone, 'Please enter a valid phone number'),
);

/** A new password; of several errors the first is shown. */
export const newPassword = required.check(
  z.refine((password) => password === '' || Array.from(password).length >= 8, {
    error: 'Password must be at least 8 characters long',
    abort: true,
  }),
  z.refine((password) => password === '' || meetsPolicy(password), 'Password must be at least medium strength'),
);

interface Chosen {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** The check of a form in which it is typed twice. */
export const typedTwice = z.refine<Chosen>(
  ({ newPassword: password, confirmPassword }) => confirmPassword === '' || password === confirmPassword,
  { error: 'Passwords do not match', path: ['confirmPassword'] },
);
