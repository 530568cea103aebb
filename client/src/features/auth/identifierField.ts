import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';

const EMAIL = { label: 'Email', type: 'email', inputMode: 'email' } as const;
const HINT = 'A code is typed behind the short name of your company: northwind/21CS042.';

/** The field of what names an account: its label and keyboard. */
export function useIdentifierField() {
  const kinds = useSignInBy();
  if (!hasPeopleWithoutEmail(kinds)) return { field: EMAIL, isEmail: true };
  const others = kinds.filter((kind) => kind !== 'email');
  const label = others.length > 1 ? 'Email, phone or code' : `Email or ${others[0] ?? 'phone'}`;
  const hint = others.includes('code') ? { hint: HINT } : {};
  return { field: { label, type: 'text', inputMode: 'text', ...hint } as const, isEmail: false };
}
