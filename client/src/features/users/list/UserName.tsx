import { Box, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { isTextField } from '~/api/fields';
import { readableDay } from '~/forms/dates';
import { formatMoment } from '~/lib/format';
import { INVITATIONS, labelOf } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { Email } from '~/ui/Email';

import type { Invitation, UserRecord } from '../api';
import type { ColumnName } from '../columns/columns';
import { nameOf, profileOf, roleOf, signInOf } from '../format';
import { personLinkId, usePersonInAddress } from '../person/usePersonInAddress';

interface PersonLinkProps {
  readonly userId: string;
  readonly children: string;
}

/** A person's name in the list, which opens the panel. */
export function PersonLink({ userId, children }: PersonLinkProps) {
  const { searchOf } = usePersonInAddress();
  return (
    <MuiLink component={Link} id={personLinkId(userId)} to={{ search: searchOf(userId) }} preventScrollReset color="inherit" underline="hover">
      {children}
    </MuiLink>
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

interface UserNameProps {
  readonly user: UserRecord;
  readonly isSelf: boolean;
  /** Opens what is known of the user. */
  readonly asLink?: boolean;
}

/** A user's name with marks for its state. */
export function UserName({ user, isSelf, asLink = false }: UserNameProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%', fontWeight: 500 }}>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {asLink ? <PersonLink userId={user.id}>{user.fullName}</PersonLink> : user.fullName}
      </Box>
      {isSelf && (
        <Box component="span" sx={tag}>
          You
        </Box>
      )}
      {!user.isActive && (
        <Box component="span" sx={{ ...tag, bgcolor: 'soft.warning', color: 'warning.main' }}>
          Inactive
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

/** What a column shows of a user. */
export function contentOf(name: ColumnName, user: UserRecord, { isSelf }: { readonly isSelf: boolean }): ReactNode {
  if (isTextField(name)) return user[name] ?? NOTHING;
  switch (name) {
    case 'fullName':
      return <UserName user={user} isSelf={isSelf} asLink />;
    case 'email':
      return <Email>{nameOf(user)}</Email>;
    case 'phone':
      return user.phone;
    case 'role':
      return roleOf(user);
    case 'profile':
      return profileOf(user);
    case 'status':
      return user.isActive ? 'Active' : 'Inactive';
    case 'invitation':
      return <InvitationState invitation={user.invitation} />;
    case 'lastSignIn':
      return signInOf(user);
    case 'batches':
      return user.batches.length === 0 ? NOTHING : user.batches.map((batch) => batch.name).join(', ');
    case 'createdAt':
      return formatMoment(user.createdAt);
    case 'dateOfBirth':
      return user.dateOfBirth === null ? NOTHING : readableDay(user.dateOfBirth);
    case 'gender':
      return user.gender === null ? NOTHING : labelOf('gender', user.gender);
  }
}

/** A field of a row in editing that its columns do not show. */
export function HiddenField({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'inline-grid', gap: 0.5, width: 180, mr: 1.5, mb: 1, typography: 'caption', color: 'text.secondary' }}>
      {label}
      {children}
    </Box>
  );
}
