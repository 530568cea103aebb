import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

import type { Profile } from '~/lib/profiles';
import { formatCount } from '~/lib/format';
import { Email } from '~/ui/Email';

import type { UserRecord } from '../api';
import { profileOf, roleOf, signInOf } from '../format';
import type { ExtraColumn } from '../useColumns';
import { useRowEdit } from '../useRowEdit';
import type { Rights } from '../useRights';
import { EditButtons } from './EditButtons';
import { InvitationState } from './InvitationState';
import { ProfileSelect, RoleSelect } from './PositionFields';
import { RowActions, type RowActs } from './RowActions';
import { RowNotes } from './RowNotes';
import { UserName } from './UserName';

interface RowProps {
  readonly user: UserRecord;
  readonly number: number;
  readonly columns: readonly ExtraColumn[];
  readonly rights: Rights;
}

const ALWAYS_SHOWN = 7;

function Cells({ user, number, columns, rights, role, profile, children }: RowProps & Record<'role' | 'profile' | 'children', ReactNode>) {
  return (
    <>
      <TableCell sx={{ color: 'text.secondary' }}>{formatCount(number)}</TableCell>
      <TableCell>
        <UserName user={user} isSelf={rights.isSelf(user)} />
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <Email>{user.email}</Email>
      </TableCell>
      <TableCell>{user.phone}</TableCell>
      <TableCell>{role}</TableCell>
      <TableCell>{profile}</TableCell>
      {columns.includes('status') && <TableCell>{user.isActive ? 'Active' : 'Inactive'}</TableCell>}
      {columns.includes('invitation') && (
        <TableCell>
          <InvitationState invitation={user.invitation} />
        </TableCell>
      )}
      {columns.includes('lastSignIn') && <TableCell>{signInOf(user)}</TableCell>}
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{children}</TableCell>
    </>
  );
}

export function ViewRow({ acts, ...row }: RowProps & { readonly acts: RowActs }) {
  const { user, rights } = row;
  return (
    <TableRow sx={{ bgcolor: 'background.paper', '&:hover': { bgcolor: 'surface.soft' } }}>
      <Cells {...row} role={roleOf(user)} profile={profileOf(user)}>
        <Box sx={{ display: 'flex', mx: -1 }}>
          <RowActions user={user} rights={rights} acts={acts} />
        </Box>
      </Cells>
    </TableRow>
  );
}

interface EditRowProps extends RowProps {
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function EditRow({ assignable, onDone, onCancel, ...row }: EditRowProps) {
  const { user, columns } = row;
  const edit = useRowEdit({ user, onDone });
  const noted = edit.change !== null || edit.problem !== null;
  return (
    <>
      <TableRow
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
        sx={{ bgcolor: 'surface.soft', ...(noted && { '& td': { borderBottom: 0 } }) }}
      >
        <Cells
          {...row}
          role={<RoleSelect user={user} edit={edit} />}
          profile={<ProfileSelect user={user} edit={edit} assignable={assignable} />}
        >
          <EditButtons edit={edit} onCancel={onCancel} />
        </Cells>
      </TableRow>
      <TableRow sx={{ bgcolor: 'surface.soft', ...(!noted && { display: 'none' }) }}>
        <TableCell colSpan={ALWAYS_SHOWN + columns.length} sx={{ height: 'auto !important', pr: 2.5, pb: '12px !important' }}>
          <RowNotes edit={edit} />
        </TableCell>
      </TableRow>
    </>
  );
}
