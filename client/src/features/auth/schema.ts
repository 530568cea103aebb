import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';

import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { MISSING, newPassword, required, says, typedTwice } from '~/forms/schemas';
import { looksLikeEmail, looksLikePhone, normalizePhone } from '~/lib/contacts';

const HINT = msg`A code is typed behind the short name of your company: northwind/21CS042.`;

const MISSING_COMPANY = msg`A code belongs to one company. Type its name as your invitation says it, or the part before the slash.`;
/** The short name of a company, by its name or the short name itself. */
const shortNameOf = (company: string) => company.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '');

/** Asks for the company of a code that was typed without it: two companies may have given the same one. */
function useCompanyField(lacksCompany: (typed: string) => boolean) {
  const [isAsked, setIsAsked] = useState(false);
  /** What names the account; null as long as its company is asked for, which `refuse` says from the second time on. */
  const nameOf = ({ email, company }: Pick<LoginValues, 'email' | 'company'>, refuse: (message: string) => void): string | null => {
    if (!lacksCompany(email)) return email;
    const shortName = shortNameOf(company);
    if (shortName !== '') return `${shortName}/${email}`;
    if (isAsked) refuse(t(MISSING_COMPANY));
    setIsAsked(true);
    return null;
  };
  const field = { name: 'company', label: t`Company or institute`, hint: t(MISSING_COMPANY), autoComplete: 'organization', enterKeyHint: 'next', initialFocus: true } as const;
  return { field, isShown: (typed: string) => isAsked && lacksCompany(typed), nameOf };
}

export function useIdentifierField() {
  const kinds = useSignInBy();
  const others = hasPeopleWithoutEmail(kinds) ? kinds.filter((kind) => kind !== 'email') : [];
  const company = useCompanyField((typed) => {
    const text = typed.trim();
    return others.includes('code') && !/[@/]/u.test(text) && !(others.includes('phone') && looksLikePhone(normalizePhone(text)));
  });
  // The type stays the same once the kinds are known: another one would put the caret before what was typed meanwhile.
  if (others.length === 0) return { field: { label: t`Email`, type: 'text', inputMode: 'email' } as const, isEmail: true, company };
  const label = others.length > 1 ? t`Email, phone or code` : others[0] === 'code' ? t`Email or code` : t`Email or phone`;
  const hint = others.includes('code') ? { hint: t(HINT) } : {};
  return { field: { label, type: 'text', inputMode: 'text', ...hint } as const, isEmail: false, company };
}

/** The company of a code that was typed without it. */
const company = z.string();

export const loginSchema = z.object({ email: z.string().check(z.trim(), z.minLength(1, MISSING)), company, password: required });

export type LoginValues = z.infer<typeof loginSchema>;

export const forgotPasswordSchema = z.object({
  email: z.string().check(
    z.trim(),
    z.minLength(1, { ...says(msg`Please enter your email address`), abort: true }),
    z.refine(looksLikeEmail, says(msg`Please enter a valid email address`)),
  ),
  company,
});

/** Where an account is named by more than an email, the server decides. */
export const identifierSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, says(msg`Please enter what you log in with`))),
  company,
});

export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;

export const newPasswordSchema = z.object({ newPassword, confirmPassword: required }).check(typedTwice);

export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
