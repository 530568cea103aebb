import * as z from 'zod/mini';

import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { MISSING, newPassword, required, typedTwice } from '~/forms/schemas';
import { looksLikeEmail } from '~/lib/contacts';

const EMAIL = { label: 'Email', type: 'email', inputMode: 'email' } as const;
const HINT = 'A code is typed behind the short name of your company: northwind/21CS042.';

export function useIdentifierField() {
  const kinds = useSignInBy();
  if (!hasPeopleWithoutEmail(kinds)) return { field: EMAIL, isEmail: true };
  const others = kinds.filter((kind) => kind !== 'email');
  const label = others.length > 1 ? 'Email, phone or code' : `Email or ${others[0] ?? 'phone'}`;
  const hint = others.includes('code') ? { hint: HINT } : {};
  return { field: { label, type: 'text', inputMode: 'text', ...hint } as const, isEmail: false };
}

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

/** Where an account is named by more than an email, the server decides. */
export const identifierSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Please enter what you log in with')),
});

export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;

export const newPasswordSchema = z.object({ newPassword, confirmPassword: required }).check(typedTwice);

export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
