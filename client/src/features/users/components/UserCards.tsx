import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
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
import type { UserRowsProps } from './UserTable';

interface CardProps {
  readonly user: UserRecord;
  readonly number: number;
  readonly columns: readonly ExtraColumn[];
  readonly rights: Rights;
}

interface LineProps {
  readonly term: string;
  readonly children: ReactNode;
}

function Line({ term, children }: LineProps) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {term}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </>
  );
}

const LINE = '80px minmax(0, 1fr)';

function CardFrame({ user, number, columns, rights, role, profile, aside, children }: CardProps & Record<'role' | 'profile' | 'aside' | 'children', ReactNode>) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, minHeight: 34 }}>
        <Typography component="h2" variant="body2" sx={{ pt: 0.75, display: 'flex', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {formatCount(number)}
          </Box>
          <UserName user={user} isSelf={rights.isSelf(user)} />
        </Typography>
        <Box sx={{ flexShrink: 0, mr: -1 }}>{aside}</Box>
      </Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: LINE, sm: `${LINE} ${LINE}` }, alignItems: 'center', columnGap: 1.5, rowGap: 0.5, m: 0, mt: 0.5 }}>
        <Line term="Email">
          <Email>{user.email}</Email>
        </Line>
        <Line term="Phone">{user.phone}</Line>
        <Line term="Profile">{profile}</Line>
        <Line term="Role">{role}</Line>
        {columns.includes('status') && <Line term="Status">{user.isActive ? 'Active' : 'Inactive'}</Line>}
        {columns.includes('invitation') && (
          <Line term="Invitation">
            <InvitationState invitation={user.invitation} />
          </Line>
        )}
        {columns.includes('lastSignIn') && <Line term="Last login">{signInOf(user)}</Line>}
      </Box>
      {children}
    </>
  );
}

function ViewCard({ acts, ...card }: CardProps & { readonly acts: RowActs }) {
  const { user, rights } = card;
  return (
    <CardFrame {...card} role={roleOf(user)} profile={profileOf(user)} aside={<RowActions user={user} rights={rights} acts={acts} />}>
      {null}
    </CardFrame>
  );
}

interface EditCardProps extends CardProps {
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function EditCard({ assignable, onDone, onCancel, ...card }: EditCardProps) {
  const { user } = card;
  const edit = useRowEdit({ user, onDone });
  return (
    <CardFrame
      {...card}
      profile={<ProfileSelect user={user} edit={edit} assignable={assignable} />}
      role={<RoleSelect user={user} edit={edit} />}
      aside={null}
    >
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
        <RowNotes edit={edit} />
        <EditButtons edit={edit} onCancel={onCancel} />
      </Box>
    </CardFrame>
  );
}

interface UserCardsProps extends UserRowsProps {
  readonly columns: readonly ExtraColumn[];
}

/** The same rows where there is no room for columns. */
export function UserCards({ users, firstNumber, editing, onEdited, onCancel, rights, assignable, acts, columns }: UserCardsProps) {
  return (
    <Box component="ul" aria-label="Users" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {users.map((user, index) => {
        const card = { user, number: firstNumber + index, columns, rights };
        return (
          <Box component="li" key={user.id} sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
            {user.id === editing ? (
              <EditCard {...card} assignable={assignable} onDone={onEdited} onCancel={onCancel} />
            ) : (
              <ViewCard {...card} acts={acts} />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
