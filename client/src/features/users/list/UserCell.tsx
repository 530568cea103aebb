import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { readableDay } from '~/forms/dates';
import { formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/people';
import { Email } from '~/ui/Email';

import type { UserRecord } from '../api';
import type { ColumnName } from '../columns/columns';
import { nameOf, profileOf, roleOf, signInOf } from '../format';
import { InvitationState } from './InvitationState';
import { UserName } from './UserName';

const NOTHING = '—';

/** What a column shows of a user. */
export function contentOf(name: ColumnName, user: UserRecord, { isSelf }: { readonly isSelf: boolean }): ReactNode {
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
    case 'workLocation':
      return user.workLocation ?? NOTHING;
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
