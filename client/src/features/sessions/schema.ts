import * as z from 'zod/mini';

import { newPassword, required, typedTwice } from '~/forms/newPassword';
import { looksLikePhone } from '~/lib/contacts';

const LONGEST_NAME = 200;

export const detailsSchema = z.object({
  fullName: z.string().check(
    z.trim(),
    z.minLength(1, 'Full name is required'),
    z.maxLength(LONGEST_NAME, `Full name must be at most ${LONGEST_NAME} characters`),
  ),
  phone: z.string().check(
    z.trim(),
    z.minLength(1, 'Phone is required'),
    z.refine(looksLikePhone, 'Please enter a valid phone number'),
  ),
});

export type DetailsValues = z.infer<typeof detailsSchema>;

export const passwordSchema = z.object({ currentPassword: required, newPassword, confirmPassword: required }).check(typedTwice);

/** The form of an account without a password. */
export const firstPasswordSchema = z.object({ currentPassword: z.string(), newPassword, confirmPassword: required }).check(typedTwice);

export type PasswordValues = z.infer<typeof passwordSchema>;
