import * as z from 'zod/mini';

import { looksLikeEmail } from '~/lib/contacts';
import { meetsPolicy } from '~/lib/passwordStrength';

export const REQUIRED_MESSAGE = 'Please fill in all required fields';
export const ROBOT_CHECK_MESSAGE = 'Please complete the reCAPTCHA verification';

/** Marks the field and says nothing there: the sentence about all of them stands above the form. A bare '' would not do. */
export const MISSING = { error: () => '' } as const;

const required = z.string().check(z.minLength(1, MISSING));

export const loginSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, MISSING)),
  password: required,
});

export type LoginValues = z.infer<typeof loginSchema>;

export const forgotPasswordSchema = z.object({
  email: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Please enter your email address', abort: true }),
    z.refine(looksLikeEmail, 'Please enter a valid email address'),
  ),
});

export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;

export const newPasswordSchema = z
  .object({
    newPassword: required.check(
      z.refine((password) => password === '' || Array.from(password).length >= 8, {
        error: 'Password must be at least 8 characters long',
        abort: true,
      }),
      z.refine((password) => password === '' || meetsPolicy(password), 'Password must be at least medium strength'),
    ),
    confirmPassword: required,
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => confirmPassword === '' || newPassword === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  );

export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
