import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { isTextField, type TextField } from '~/api/fields';
import { formatDay, formatMoment } from '~/lib/format';
import { showValue } from '~/lib/ownFields';
import { INVITATIONS, labelOf } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { Email } from '~/ui/Email';
import { Phone } from '~/ui/Phone';
import { TextLink } from '~/ui/Text';

import type { Invitation, UserRecord } from '../api';
import { type Column, type ColumnName, isOwnColumn } from '../columns/columns';
import { nameOf, profileOf, roleOf, signInOf } from '../format';
import { personLinkId, usePersonInAddress } from '../person/usePersonInAddress';

function PersonLink({ user: { id, fullName } }: { readonly user: UserRecord }) {
  const { searchOf } = usePersonInAddress();
  return (
    <TextLink id={personLinkId(id)} to={{ search: searchOf(id) }} preventScrollReset color="inherit" underline="hover">
      {fullName}
    </TextLink>
  );
}

const tag = {
  flexShrink: 0,
  px: 0.75,
  borderRadius: radius.mark,
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: '20px',
  bgcolor: 'surface.sunken',
  color: 'text.secondary',
} as const;

export function UserName({ user, isSelf, asLink = false }: { readonly user: UserRecord; readonly isSelf: boolean; readonly asLink?: boolean }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%', fontWeight: 500 }}>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {asLink ? <PersonLink user={user} /> : user.fullName}
      </Box>
      {isSelf && (
        <Box component="span" sx={tag}>
          {t`You`}
        </Box>
      )}
      {!user.isActive && (
        <Box component="span" sx={{ ...tag, bgcolor: 'soft.warning', color: 'warning.main' }}>
          {t`Inactive`}
        </Box>
      )}
    </Box>
  );
}

const colours: Readonly<Partial<Record<Invitation, string>>> = { lapsed: 'warning.main', failed: 'error.main', accepted: 'success.main' };

export function InvitationState({ invitation }: { readonly invitation: Invitation }) {
  return (
    <Box component="span" sx={{ color: colours[invitation] ?? 'text.secondary' }}>
      {INVITATIONS[invitation]}
    </Box>
  );
}

const NOTHING = '—';

const CONTENT: Readonly<Record<Exclude<ColumnName, TextField | `field:${string}`>, (user: UserRecord, isSelf: boolean) => ReactNode>> = {
  fullName: (user, isSelf) => <UserName user={user} isSelf={isSelf} asLink />,
  email: (user) => <Email>{nameOf(user)}</Email>,
  phone: ({ phone }) => <Phone>{phone}</Phone>,
  role: roleOf,
  profile: profileOf,
  status: ({ isActive }) => (isActive ? t`Active` : t`Inactive`),
  invitation: ({ invitation }) => <InvitationState invitation={invitation} />,
  lastSignIn: signInOf,
  batches: ({ batches }) => batches.map(({ name }) => name).join(', ') || NOTHING,
  createdAt: ({ createdAt }) => formatMoment(createdAt),
  dateOfBirth: ({ dateOfBirth }) => (dateOfBirth === null ? NOTHING : formatDay(dateOfBirth)),
  code: ({ code }) => code ?? NOTHING,
  gender: ({ gender }) => (gender === null ? NOTHING : labelOf('gender', gender)),
};

/** A longer text is shown by its beginning. */
const LONGEST = 120;

export function contentOf({ name, own }: Pick<Column, 'name' | 'own'>, user: UserRecord, { isSelf }: { readonly isSelf: boolean }): ReactNode {
  if (isOwnColumn(name)) {
    const text = own === undefined ? '' : showValue(own, user.fields[own.key]);
    return (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text) || NOTHING;
  }
  return isTextField(name) ? (user[name] ?? NOTHING) : CONTENT[name](user, isSelf);
}
