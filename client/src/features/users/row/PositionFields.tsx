import { labelOf } from '~/lib/people';
import { type Profile, PROFILE_LABELS } from '~/lib/profiles';
import { ROLES_OF_PROFILE } from '~/lib/roles';

import type { UserRecord } from '../api';
import type { RowEdit } from './useRowEdit';
import { FilterSelect } from '../filters/FilterSelect';

export interface PositionFieldProps {
  readonly user: UserRecord;
  readonly edit: RowEdit;
}

interface ProfileSelectProps extends PositionFieldProps {
  /** Those that the editor may give. */
  readonly assignable: readonly Profile[];
}

export function ProfileSelect({ user, edit, assignable }: ProfileSelectProps) {
  return (
    <FilterSelect
      label={`Profile of ${user.fullName}`}
      value={edit.profile}
      options={assignable.map((profile) => [profile, PROFILE_LABELS[profile]] as const)}
      {...(edit.profile === '' && { placeholder: 'Choose a profile' })}
      invalid={edit.problem !== null && edit.profile === ''}
      disabled={edit.saving}
      initialFocus
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
      {...(role === '' && { placeholder: 'Choose a role' })}
      invalid={edit.problem !== null && profile !== ''}
      disabled={edit.saving || profile === ''}
      onChoose={edit.chooseRole}
      sx={{ width: '100%' }}
    />
  );
}
