import * as z from 'zod/mini';

import { fullName, newPassword, phone, required, typedTwice } from '~/forms/schemas';

export const detailsSchema = z.object({ fullName, phone });

export type DetailsValues = z.infer<typeof detailsSchema>;

export const passwordSchema = z.object({ currentPassword: required, newPassword, confirmPassword: required }).check(typedTwice);

/** The form of an account without a password. */
export const firstPasswordSchema = z.object({ currentPassword: z.string(), newPassword, confirmPassword: required }).check(typedTwice);

export type PasswordValues = z.infer<typeof passwordSchema>;
