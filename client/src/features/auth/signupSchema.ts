import * as z from 'zod/mini';

import { emptyValues } from '~/forms/useZodForm';
import { looksLikeEmail, looksLikePhone } from '~/lib/contacts';
import { meetsPolicy } from '~/lib/passwordRules';

const LONGEST_NAME = 200;
const LEAST_LENGTH = 8;

const lengthOf = (text: string) => Array.from(text).length;

// Of several errors of a field the first is shown.
export const signupSchema = z
  .object({
    fullName: z.string().check(
      z.trim(),
      z.minLength(1, 'Full name is required'),
      z.maxLength(LONGEST_NAME, `Full name must be at most ${LONGEST_NAME} characters`),
    ),
    email: z.string().check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.refine(looksLikeEmail, 'Please enter a valid email address'),
    ),
    phone: z.string().check(
      z.trim(),
      z.minLength(1, 'Phone is required'),
      z.refine(looksLikePhone, 'Please enter a valid phone number'),
    ),
    password: z.string().check(
      z.minLength(1, 'Password is required'),
      z.refine(meetsPolicy, 'Password must be at least medium strength'),
      z.refine((password) => lengthOf(password) >= LEAST_LENGTH, 'Password must be at least 8 characters long'),
    ),
    confirmPassword: z.string(),
    terms: z.boolean().check(z.refine((accepted) => accepted, 'Please accept the Terms & Conditions')),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  );

export type SignupValues = z.infer<typeof signupSchema>;

export const EMPTY_SIGNUP = emptyValues(signupSchema, { terms: false });
