import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { looksLikeEmail, looksLikePhone } from '~/lib/contacts';
import { askForDay, dayOf } from '~/lib/days';
import { meetsPolicy } from '~/lib/passwordRules';

/** Marks a field without a text: the sentence is shown above the form. '' would not mark it. */
export const MISSING = { error: () => '' } as const;

/** The sentence of a check, in the language that is shown when it fails. */
export const says = (sentence: MessageDescriptor) => ({ error: () => i18n._(sentence) }) as const;

export const required = z.string().check(z.minLength(1, MISSING));

const LONGEST_NAME = 200;

export const fullName = z.string().check(
  z.trim(),
  z.minLength(1, says(msg`Full name is required`)),
  z.maxLength(LONGEST_NAME, says(msg`Full name must be at most ${LONGEST_NAME} characters`)),
);

export const email = z.string().check(
  z.trim(),
  z.minLength(1, { ...says(msg`Email is required`), abort: true }),
  z.refine(looksLikeEmail, says(msg`Please enter a valid email address`)),
);

export const phone = z.string().check(
  z.trim(),
  z.minLength(1, says(msg`Phone is required`)),
  z.refine(looksLikePhone, says(msg`Please enter a valid phone number`)),
);

/** The check of a day, or none. */
export const isDay = z.refine<string>((text) => text === '' || dayOf(text) !== undefined, { error: askForDay, abort: true });

/** The checks of a password that was typed; of several errors the first is shown. */
export const strongEnough = [
  z.refine<string>((password) => password === '' || Array.from(password).length >= 8, { ...says(msg`Password must be at least 8 characters long`), abort: true }),
  z.refine<string>((password) => password === '' || meetsPolicy(password), says(msg`Password must be at least medium strength`)),
] as const;

export const newPassword = required.check(...strongEnough);

interface Chosen {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** The check of a form in which it is typed twice. */
export const typedTwice = z.refine<Chosen>(
  ({ newPassword: password, confirmPassword }) => confirmPassword === '' || password === confirmPassword,
  { ...says(msg`Passwords do not match`), path: ['confirmPassword'] },
);
