import type { RadioOption } from '~/forms/RadioField';
import { formatCount } from '~/lib/format';

import type { PolicyPeople } from './api';
import type { PolicyValues } from './policySchema';

export const COUNTED: readonly RadioOption[] = [
  { value: 'any', label: 'Authenticator app or passkey', effect: 'Each person chooses.' },
  { value: 'totp', label: 'Authenticator app', effect: 'Six digits of an app on the phone.' },
  { value: 'passkey', label: 'Passkeys only', effect: 'The strongest: a passkey answers to the real site alone.' },
];

type Figures = PolicyPeople['everyone'];

function missing({ people, withAny, withTotp, withPasskey }: Figures, counted: PolicyValues['passkeysOnly']): number {
  return people - { any: withAny, totp: withTotp, passkey: withPasskey }[counted];
}

/** "12 of 34 administrators have no second factor yet". */
function sayMissing(figures: Figures, counted: PolicyValues['passkeysOnly'], who: string): string {
  const without = missing(figures, counted);
  const kind = { any: 'second factor', totp: 'authenticator app', passkey: 'passkey' }[counted];
  if (without === 0 && figures.people === 1) return 'The only one has one.';
  if (without === 0) return `All ${formatCount(figures.people)} ${who} have one.`;
  const verb = without === 1 ? 'has' : 'have';
  return `${formatCount(without)} of ${formatCount(figures.people)} ${who} ${verb} no ${kind} yet, and set one up when they next use the site.`;
}

export function whoNeedsOne({ administrators, everyone }: PolicyPeople, counted: PolicyValues['passkeysOnly']): readonly RadioOption[] {
  return [
    { value: 'none', label: 'No one', effect: `People may set one up for themselves. ${formatCount(everyone.withAny)} of ${formatCount(everyone.people)} have one.` },
    { value: 'administrators', label: 'Administrators', effect: `Super Admins, Admins and Management. ${sayMissing(administrators, counted, 'administrators')}` },
    { value: 'everyone', label: 'Everyone', effect: sayMissing(everyone, counted, 'people') },
  ];
}
