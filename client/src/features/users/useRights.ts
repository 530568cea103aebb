import { useGetOwnProfileQuery } from '~/api/profile';
import { PROFILES, type Profile } from '~/lib/profiles';

import type { UserRecord } from './api';

/** The signed-in user's rights over other users, from the server; none until it has answered. */
export function useRights() {
  const { data: own } = useGetOwnProfileQuery();
  const creatable = new Set<Profile>(own?.creatableProfiles);
  const mayTouch = ({ id, profile }: UserRecord) =>
    creatable.size > 0 && id !== own?.userId && (profile === null || creatable.has(profile));
  const can = (permission: 'user.edit' | 'user.delete') => own?.permissions.includes(permission) === true;
  return {
    /** Highest first. */
    assignable: PROFILES.filter((profile) => creatable.has(profile)),
    isSelf: ({ id }: UserRecord) => id === own?.userId,
    mayEdit: (user: UserRecord) => can('user.edit') && mayTouch(user),
    mayDelete: (user: UserRecord) => can('user.delete') && mayTouch(user),
  };
}

export type Rights = ReturnType<typeof useRights>;
