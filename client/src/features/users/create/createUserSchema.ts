import * as z from 'zod/mini';

import { describedField, forEachField, TEXT_FIELDS, type TextField } from '~/api/fields';
import { dayOf } from '~/forms/dates';
import { emptyValues } from '~/forms/useZodForm';
import { looksLikeEmail, looksLikePhone } from '~/lib/contacts';
import { meetsPolicy } from '~/lib/passwordRules';

const LEAST_AGE = 17;
const LONGEST_TEXT = 200;
const LEAST_PASSWORD = 8;

/** By calendar years, as the server counts. */
function isOldEnough(dateOfBirth: string): boolean {
  const born = dayOf(dateOfBirth);
  return born !== undefined && new Date().getFullYear() - born.getFullYear() >= LEAST_AGE;
}

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, { error: message, abort: true }));
const chosen = (message: string) => z.string().check(z.minLength(1, message));
const notTooLong = (name: string) => z.maxLength(LONGEST_TEXT, `${name} must be at most ${LONGEST_TEXT} characters`);

/** A text of its own; an optional one may be empty. */
function anyText(name: TextField) {
  const { label, shortest, isRequired } = describedField(name);
  const isLongEnough = (text: string) => (text === '' && !isRequired) || text.length >= shortest;
  const text = isRequired ? required(`${label} is required`) : z.string().check(z.trim());
  return text.check(z.refine(isLongEnough, `${label} must be at least ${shortest} characters`), notTooLong(label));
}

// A field shows the first of its errors.
const CODE = /^[A-Za-z0-9](?:[A-Za-z0-9./-]{0,30}[A-Za-z0-9])?$/u;

export const createUserSchema = z.object({
  fullName: required('Full name is required').check(notTooLong('Full name')),
  email: required('Email is required').check(z.refine(looksLikeEmail, 'Please enter a valid email address')),
  code: z.string().check(
    z.trim(),
    z.refine((code) => code === '' || CODE.test(code), 'A code has 1 to 32 letters (A to Z), digits, and between them - / or .'),
  ),
  phone: required('Phone is required').check(z.refine(looksLikePhone, 'Please enter a valid phone number')),
  dateOfBirth: required('Date of birth is required').check(
    z.refine(isOldEnough, `User must be at least ${LEAST_AGE} years old`),
  ),
  gender: chosen('Gender is required'),
  ...forEachField(TEXT_FIELDS, anyText),
  profile: chosen('Profile is required'),
  role: chosen('Role is required'),
  temporaryPassword: z.string().check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.refine((password) => Array.from(password).length >= LEAST_PASSWORD, {
      error: `Password must be at least ${LEAST_PASSWORD} characters long`,
      abort: true,
    }),
    z.refine(meetsPolicy, 'Password must be at least medium strength'),
  ),
  access: z.enum(['active', 'inactive']),
});

/** Where the installation has people without an email. */
export const withoutEmailSchema = z.extend(createUserSchema, {
  email: z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || looksLikeEmail(typed), 'Please enter a valid email address'),
  ),
});

export type CreateUserValues = z.infer<typeof createUserSchema>;

export const EMPTY_USER = emptyValues(createUserSchema, { access: 'active' });
