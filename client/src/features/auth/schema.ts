import { msg, t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { MISSING, newPassword, required, says, typedTwice } from '~/forms/schemas';
import { looksLikeEmail } from '~/lib/contacts';

const HINT = msg`A code is typed behind the short name of your company: northwind/21CS042.`;

export function useIdentifierField() {
  const kinds = useSignInBy();
  // The type stays the same once the kinds are known: another one would put the caret before what was typed meanwhile.
  if (!hasPeopleWithoutEmail(kinds)) return { field: { label: t`Email`, type: 'text', inputMode: 'email' } as const, isEmail: true };
  const others = kinds.filter((kind) => kind !== 'email');
  const label = others.length > 1 ? t`Email, phone or code` : others[0] === 'code' ? t`Email or code` : t`Email or phone`;
  const hint = others.includes('code') ? { hint: t(HINT) } : {};
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
    z.minLength(1, { ...says(msg`Please enter your email address`), abort: true }),
    z.refine(looksLikeEmail, says(msg`Please enter a valid email address`)),
  ),
});

/** Where an account is named by more than an email, the server decides. */
export const identifierSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, says(msg`Please enter what you log in with`))),
});

export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;

export const newPasswordSchema = z.object({ newPassword, confirmPassword: required }).check(typedTwice);

export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
