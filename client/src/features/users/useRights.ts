import { useMemo } from 'react';

import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { PROFILES, type Profile } from '~/lib/profiles';

import type { UserRecord } from './api';

type Permission = OwnProfile['permissions'][number];

function rightsOf(own: OwnProfile | undefined) {
  const creatable = new Set<Profile>(own?.creatableProfiles);
  const mayTouch = ({ id, profile }: UserRecord) =>
    creatable.size > 0 && id !== own?.userId && (profile === null || creatable.has(profile));
  const may = (permission: Permission) => own?.permissions.includes(permission) === true;
  return {
    /** Highest first. */
    assignable: PROFILES.filter((profile) => creatable.has(profile)),
    may,
    isSelf: ({ id }: UserRecord) => id === own?.userId,
    mayEdit: (user: UserRecord) => may('user.edit') && mayTouch(user),
    mayDelete: (user: UserRecord) => may('user.delete') && mayTouch(user),
  };
}

/** The signed-in user's rights over other users, from the server; none until it has answered. */
export function useRights() {
  const { data: own } = useGetOwnProfileQuery();
  return useMemo(() => rightsOf(own), [own]);
}

export type Rights = ReturnType<typeof rightsOf>;
