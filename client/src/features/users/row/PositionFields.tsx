import { Alert, Box, Button } from '@mui/material';

import { labelOf, type Profile, PROFILE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { ProgressButton } from '~/ui/ProgressButton';
import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { UserRecord } from '../api';
import { FilterSelect } from '../filters/FilterSelect';
import type { RowEdit } from './useRowEdit';

export interface PositionFieldProps {
  readonly user: UserRecord;
  readonly edit: RowEdit;
}

interface ProfileSelectProps extends PositionFieldProps {
  /** The profiles that the editor may give. */
  readonly assignable: readonly Profile[];
}

export function ProfileSelect({ user, edit, assignable }: ProfileSelectProps) {
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
export function RoleSelect({ user, edit }: PositionFieldProps) {
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

interface EditButtonsProps {
  readonly edit: RowEdit;
  readonly onCancel: () => void;
}

export function EditButtons({ edit, onCancel }: EditButtonsProps) {
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
