import { msg } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { says } from '~/forms/schemas';
import { plainDigits } from '~/lib/digits';

/** The digits of a number as people write it: 6,00,000. */
export const plain = (typed: string) => plainDigits(typed).replaceAll(/[\s,₹]/gu, '');

/** Null where none is typed. */
export const numberOf = (typed: string) => (plain(typed) === '' ? null : Number(plain(typed)));

export const isMoney = (typed: string) => /^\d{0,11}$/u.test(plain(typed));
export const money = z.string().check(z.refine(isMoney, says(msg`Enter whole rupees, such as 4,50,000`)));
