import * as z from 'zod/mini';

import { linesOf } from '~/forms/LinesField';

import type { PolicyRecord, PolicyRequest } from './api';

const wholeNumber = z.string().check(z.trim(), z.regex(/^\d*$/u, 'Enter a whole number, or nothing'));

export const policySchema = z.object({
  secondFactor: z.enum(['none', 'administrators', 'everyone']),
  passkeysOnly: z.enum(['any', 'totp', 'passkey']),
  sessionIdleMinutes: wholeNumber,
  sessionDays: wholeNumber,
  emailDomains: z.string(),
  administratorNetworks: z.string(),
});

/** `passkeysOnly` is which second factors count, in one choice. */
export type PolicyValues = z.infer<typeof policySchema>;

function countedOf({ passkeysOnly, factors }: Pick<PolicyRecord, 'passkeysOnly' | 'factors'>): PolicyValues['passkeysOnly'] {
  if (passkeysOnly || !factors.includes('totp')) return 'passkey';
  return factors.includes('passkey') ? 'any' : 'totp';
}

export function valuesOf(policy: PolicyRecord): PolicyValues {
  return {
    secondFactor: policy.secondFactor,
    passkeysOnly: countedOf(policy),
    sessionIdleMinutes: String(policy.sessionIdleMinutes ?? ''),
    sessionDays: String(policy.sessionDays ?? ''),
    emailDomains: policy.emailDomains.join('\n'),
    administratorNetworks: policy.administratorNetworks.join('\n'),
  };
}

const numberOf = (typed: string) => (typed === '' ? null : Number(typed));

export function requestOf(values: PolicyValues, version: number): PolicyRequest {
  const counted = values.passkeysOnly;
  return {
    secondFactor: values.secondFactor,
    factors: counted === 'any' ? ['totp', 'passkey'] : [counted],
    passkeysOnly: counted === 'passkey' && values.secondFactor !== 'none',
    sessionIdleMinutes: numberOf(values.sessionIdleMinutes),
    sessionDays: numberOf(values.sessionDays),
    emailDomains: linesOf(values.emailDomains),
    administratorNetworks: linesOf(values.administratorNetworks),
    version,
  };
}
