import Box from '@mui/material/Box';

import { useGetOwnProfileQuery } from '~/api/profile';
import { ROLE_LABELS } from '~/lib/people';
import { type Profile, PROFILE_LABELS, PROFILES } from '~/lib/profiles';
import { ROLES_OF_PROFILE } from '~/lib/roles';

import { Choice } from './Choice';
import type { Values } from './values';

interface PositionFieldsProps {
  readonly values: Values;
  readonly onChange: (changed: Partial<Values>) => void;
}

/** A profile that the signed-in user may give, and a role that fits it. */
export function PositionFields({ values: { profile, role }, onChange }: PositionFieldsProps) {
  const { data: own } = useGetOwnProfileQuery();
  const creatable: readonly string[] = own?.creatableProfiles ?? [];
  const roles = profile === '' ? [] : ROLES_OF_PROFILE[profile];
  const chooseProfile = (chosen: Profile | '') => {
    onChange({ profile: chosen, role: chosen === '' ? '' : (ROLES_OF_PROFILE[chosen][0] ?? '') });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
      <Choice
        label="Profile"
        placeholder="Choose a profile"
        value={profile}
        options={PROFILES.filter((each) => creatable.includes(each)).map((each) => [each, PROFILE_LABELS[each]] as const)}
        onChoose={chooseProfile}
      />
      <Choice
        label="Role"
        placeholder="Choose a role"
        value={role}
        disabled={profile === ''}
        options={roles.map((each) => [each, ROLE_LABELS[each]] as const)}
        onChoose={(chosen) => {
          onChange({ role: chosen });
        }}
      />
    </Box>
  );
}
