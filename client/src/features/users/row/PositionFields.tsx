import { Alert, Box, Button } from '@mui/material';

import { labelOf, type Profile, PROFILE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { ProgressButton } from '~/ui/ProgressButton';
import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { UserRecord } from '../api';
import { type Column, COLUMNS, isShown } from '../columns/columns';
import { FilterSelect } from '../filters/FilterSelect';
import { type RowEdit, useRowEdit } from './useRowEdit';

interface FieldProps {
  readonly user: UserRecord;
  readonly edit: RowEdit;
}

/** `assignable` are the profiles that the editor may give. */
function ProfileSelect({ user, edit, assignable }: FieldProps & { readonly assignable: readonly Profile[] }) {
  return (
    <FilterSelect
      label={`Profile of ${user.fullName}`}
      value={edit.profile}
      options={assignable.map((profile) => [profile, PROFILE_LABELS[profile]] as const)}
      none={edit.profile === '' ? 'Choose a profile' : undefined}
      invalid={edit.problem !== null && edit.profile === ''}
      disabled={edit.saving}
      // The row that was opened for editing gets the focus.
      // eslint-disable-next-line jsx-a11y-x/no-autofocus
      autoFocus
      onChoose={edit.chooseProfile}
      sx={{ width: '100%' }}
    />
  );
}

/** Only roles that fit the profile as it is chosen now. */
function RoleSelect({ user, edit }: FieldProps) {
  const { profile, role } = edit;
  const roles = profile === '' ? [] : ROLES_OF_PROFILE[profile];
  return (
    <FilterSelect
      label={`Role of ${user.fullName}`}
      value={role}
      options={roles.map((each) => [each, labelOf('role', each)] as const)}
      none={role === '' ? 'Choose a role' : undefined}
      invalid={edit.problem !== null && profile !== ''}
      disabled={edit.saving || profile === ''}
      onChoose={edit.chooseRole}
      sx={{ width: '100%' }}
    />
  );
}

interface PositionEdit {
  readonly user: UserRecord;
  readonly columns: readonly Column[];
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
}

/** A row in editing: the `fields` that stand in its columns, and those that no column shows, for below the row. */
export function usePositionEdit({ user, columns, assignable, onDone }: PositionEdit) {
  const edit = useRowEdit({ user, onDone });
  const fields = { role: <RoleSelect user={user} edit={edit} />, profile: <ProfileSelect user={user} edit={edit} assignable={assignable} /> };
  const hidden = (['role', 'profile'] as const)
    .filter((name) => !isShown(columns, name))
    .map((name) => (
      <Box key={name} sx={{ display: 'inline-grid', gap: 0.5, width: 180, mr: 1.5, mb: 1, typography: 'caption', color: 'text.secondary' }}>
        {COLUMNS[name].label}
        {fields[name]}
      </Box>
    ));
  return { edit, fields, hidden };
}

export function EditButtons({ edit, onCancel }: { readonly edit: RowEdit; readonly onCancel: () => void }) {
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.75, '& button': { px: 1.25 } }}>
      <ProgressButton size="small" busy={edit.saving} onClick={() => void edit.save()}>
        Save
      </ProgressButton>
      <Button size="small" variant="outlined" disabled={edit.saving} onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
}

/** A change made elsewhere and the problem of a row in editing. Rendered empty first, so that screen readers announce it. */
export function RowNotes({ edit }: { readonly edit: RowEdit }) {
  const { change, problem } = edit;
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {change !== null && (
        <Alert severity="info" role="presentation" icon={<InfoIcon fontSize="small" />}>
          {change} Save overwrites that change. Cancel keeps it.
        </Alert>
      )}
      {problem !== null && (
        <Alert severity="error" role="presentation" icon={<AlertIcon fontSize="small" />}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}
