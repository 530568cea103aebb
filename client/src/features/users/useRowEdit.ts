import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { labelOf } from '~/lib/people';
import { isProfile, type Profile } from '~/lib/profiles';
import { type Role, ROLES_OF_PROFILE } from '~/lib/roles';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, useEditSingleUserMutation, useLazyGetPersonQuery } from './api';
import { roleFor, useRowDraft } from './rowDraft';

export const UPDATE_FAILED = 'Failed to update user';

const positionOf = ({ role, profile }: UserRecord) =>
  `${labelOf('role', role)} · ${profile === null ? 'no profile' : labelOf('profile', profile)}`;

/** What somebody else has made of a user, in words. */
function describeChange(before: UserRecord, now: UserRecord): string {
  if (positionOf(before) !== positionOf(now)) return `${now.fullName} was changed meanwhile and is now ${positionOf(now)}.`;
  if (before.isActive !== now.isActive) return `${now.fullName} was ${now.isActive ? 'reactivated' : 'deactivated'} meanwhile.`;
  return `${now.fullName} was changed meanwhile.`;
}

interface RowEditOptions {
  /** As it stands in the list now. */
  readonly user: UserRecord;
  readonly onDone: () => void;
}

/** Role and profile of one user, edited in its row, against the version that the editor has seen. */
export function useRowEdit({ user, onDone }: RowEditOptions) {
  const toasts = useToasts();
  const [edit, { isLoading }] = useEditSingleUserMutation();
  const [fetchUser, { isFetching }] = useLazyGetPersonQuery();
  const draft = useRowDraft(user);
  const [base, setBase] = useState(user);
  const [profile, setProfile] = useState(draft.profile);
  const [role, setRole] = useState(draft.role);
  const [problem, setProblem] = useState<string | null>(null);
  const [change, setChange] = useState(draft.isOutdated ? `${user.fullName} was changed meanwhile and is now ${positionOf(user)}.` : null);

  const takeUp = (now: UserRecord) => {
    setChange(describeChange(base, now));
    setBase(now);
  };
  // The list has heard of it first.
  if (user.version > base.version) takeUp(user);

  const choose = (nextProfile: Profile, nextRole: Role | '') => {
    setProfile(nextProfile);
    setRole(nextRole);
    draft.keep({ profile: nextProfile, role: nextRole, version: base.version });
  };

  const save = async () => {
    if (profile === '' || role === '') {
      setProblem(profile === '' ? 'Profile is required' : 'Role is required');
      return;
    }
    setProblem(null);
    const { error } = await edit({ userId: user.id, editUserRequest: { role, profile, version: base.version } });
    if (error === undefined) {
      toasts.success('User updated successfully');
      onDone();
    } else if (isProblem(error) && error.code === 'edit_conflict') {
      await learnOfConflict();
    } else {
      setProblem(isProblem(error) ? (error.errors?.['role'] ?? messageOf(error, UPDATE_FAILED)) : UPDATE_FAILED);
    }
  };

  const learnOfConflict = async () => {
    const { data, error } = await fetchUser({ userId: user.id });
    if (data !== undefined) takeUp(data);
    else setProblem(messageOf(error, UPDATE_FAILED));
  };

  return {
    profile,
    role,
    problem,
    /** What somebody else has done to this user since the editing began. */
    change,
    saving: isLoading || isFetching,
    save,
    chooseProfile: (text: string) => {
      setProblem(null);
      if (!isProfile(text)) return;
      choose(text, roleFor(text, role));
    },
    chooseRole: (text: string) => {
      setProblem(null);
      if (profile !== '') choose(profile, ROLES_OF_PROFILE[profile].find((each) => each === text) ?? '');
    },
  };
}

export type RowEdit = ReturnType<typeof useRowEdit>;
