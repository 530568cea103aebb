import * as z from 'zod/mini';

import { meetsPolicy } from '~/lib/passwordRules';

/** Marks a field without a text: the sentence is shown above the form. '' would not mark it. */
export const MISSING = { error: () => '' } as const;

export const required = z.string().check(z.minLength(1, MISSING));

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
