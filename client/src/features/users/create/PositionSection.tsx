import { type UseFormReturn, useWatch } from 'react-hook-form';

import { messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { SelectField } from '~/forms/SelectField';
import { labelOf } from '~/lib/people';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { ROLES_OF_PROFILE } from '~/lib/roles';
import { ErrorState } from '~/ui/ErrorState';

import type { CreateUserValues } from './createUserSchema';
import { useRights } from '../useRights';
import { FormSection } from './FormSection';

/** Profile and role: what the creator may give, and what fits. */
export function PositionSection({ form }: { readonly form: UseFormReturn<CreateUserValues> }) {
  const { control } = form;
  const { isError, error, refetch, isSuccess } = useGetOwnProfileQuery();
  const { assignable } = useRights();
  const profile = useWatch({ control, name: 'profile' });
  const roles = isProfile(profile) && assignable.includes(profile) ? ROLES_OF_PROFILE[profile] : [];
  const forgetRole = () => {
    form.setValue('role', '', { shouldDirty: true });
    form.clearErrors('role');
  };
  return (
    <FormSection title="Role & Profile Assignment">
      {isError && <ErrorState message={messageOf(error, 'Failed to load user data')} onRetry={() => void refetch()} />}
      <SelectField
        control={control}
        name="profile"
        label="Profile"
        hint="What they may do."
        placeholder={isSuccess ? 'Choose a profile' : 'Loading…'}
        options={assignable.map((value) => ({ value, label: PROFILE_LABELS[value] }))}
        disabled={!isSuccess}
        onChosen={forgetRole}
      />
      <SelectField
        control={control}
        name="role"
        label="Role"
        hint="What they are in your organisation."
        placeholder={roles.length === 0 ? 'Choose a profile first' : 'Choose a role'}
        options={roles.map((value) => ({ value, label: labelOf('role', value) }))}
        disabled={roles.length === 0}
      />
    </FormSection>
  );
}
