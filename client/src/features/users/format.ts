import { plural, t } from '@lingui/core/macro';

import { formatCount, formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/profiles';

import type { UserPage, UserRecord } from './api';

export const profileOf = ({ profile }: UserRecord) => (profile === null ? '—' : labelOf('profile', profile));
/** What names a person: the email, else the code, else the phone. */
export const nameOf = ({ email, code, phone }: Pick<UserRecord, 'email' | 'code' | 'phone'>) => email ?? code ?? phone;
export const roleOf = ({ role }: UserRecord) => labelOf('role', role);

/** Whether an invitation can still lead to a first login. */
export const isInvitable = ({ isActive, invitation, lastSignInAt }: UserRecord) =>
  isActive && invitation !== 'accepted' && lastSignInAt === null;

export const inviteLabel = ({ invitation }: UserRecord) => (invitation === 'none' ? t`Invite` : t`Invite again`);

export const signInOf = ({ lastSignInAt }: UserRecord) => (lastSignInAt === null ? t`Never` : formatMoment(lastSignInAt));

/** "1 person", "1,234 people", "10,000+ people". */
export function countOfUsers({ total, totalIsExact }: Pick<UserPage, 'total' | 'totalIsExact'>): string {
  return totalIsExact ? plural(total, { one: '# person', other: '# people' }) : t`${{ total: formatCount(total) }}+ people`;
}
