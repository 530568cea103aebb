import { useState } from 'react';

import { type EditConflict, isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { dropDraft, keepDraft, readDraft } from '~/forms/useDraft';
import { isProfile, labelOf, type Profile, type Role, ROLES_OF_PROFILE } from '~/lib/profiles';
import { useToasts } from '~/ui/toasts/slice';

import { useEditSingleUserMutation, type UserRecord } from '../api';
import { sayConflict } from '../person/personValues';

const NAME = 'user-row';

interface Choice {
  readonly profile: Profile | '';
  readonly role: Role | '';
}

/** Keeps a role that fits the profile; a profile with a single role selects it. */
function roleFor(profile: Profile, held: string): Role | '' {
  const roles = ROLES_OF_PROFILE[profile];
  return roles.find((role) => role === held) ?? (roles.length === 1 ? (roles[0] ?? '') : '');
}

/** The row in which something was chosen and not yet saved before a reload, and how that is forgotten. */
export function useDraftedRow() {
  const own = useClaims()?.userId ?? '';
  const [drafted] = useState(() => readDraft(NAME, own)?.['id'] ?? null);
  const drop = () => dropDraft(NAME);
  return { drafted, drop };
}

/** The initial values of a row's editing: the choice before a reload, else the user's position. */
function useRowDraft(user: UserRecord) {
  const own = useClaims()?.userId ?? '';
  const [kept] = useState(() => {
    const draft = readDraft(NAME, own);
    return draft?.['id'] === user.id ? draft : null;
  });
  const [profile, role] = [kept?.['profile'] ?? user.profile ?? '', kept?.['role'] ?? user.role];
  const chosen: Choice = isProfile(profile) ? { profile, role: roleFor(profile, role) } : { profile: '', role: '' };
  const keep = (choice: Choice & { readonly version: number }) => {
    keepDraft(NAME, own, { ...choice, version: String(choice.version), id: user.id });
  };
  return { ...chosen, isOutdated: kept !== null && Number(kept['version']) < user.version, keep };
}

export const UPDATE_FAILED = 'Failed to update user';

const positionOf = ({ role, profile }: UserRecord) =>
  `${labelOf('role', role)} · ${profile === null ? 'no profile' : labelOf('profile', profile)}`;

/** A change made elsewhere, in words. */
function describeChange(before: UserRecord, now: UserRecord): string {
  if (positionOf(before) !== positionOf(now)) return `${now.fullName} was changed meanwhile and is now ${positionOf(now)}.`;
  if (before.isActive !== now.isActive) return `${now.fullName} was ${now.isActive ? 'reactivated' : 'deactivated'} meanwhile.`;
  return `${now.fullName} was changed meanwhile.`;
}

/** Edits role and profile of one user in its row, against the version on screen; `user` is as the list shows it now. */
export function useRowEdit({ user, onDone }: { readonly user: UserRecord; readonly onDone: () => void }) {
  const toasts = useToasts();
  const [edit, { isLoading }] = useEditSingleUserMutation();
  const draft = useRowDraft(user);
  const [base, setBase] = useState(user);
  const [profile, setProfile] = useState(draft.profile);
  const [role, setRole] = useState(draft.role);
  const [problem, setProblem] = useState<string | null>(null);
  const [change, setChange] = useState(draft.isOutdated ? `${user.fullName} was changed meanwhile and is now ${positionOf(user)}.` : null);

  const rebase = (now: UserRecord, conflict: EditConflict | null = null) => {
    const said = conflict === null ? null : sayConflict(conflict);
    setChange([describeChange(base, now), said].filter((sentence) => sentence !== null).join(' '));
    setBase(now);
  };
  // A pushed change may reach the list before the conflict is reported.
  if (user.version > base.version) rebase(user);

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
    } else if (isProblem(error) && error.met !== undefined) {
      rebase(error.met.current, error.met);
    } else {
      setProblem(isProblem(error) ? (error.errors?.['role'] ?? messageOf(error, UPDATE_FAILED)) : UPDATE_FAILED);
    }
  };

  return {
    profile,
    role,
    problem,
    /** A change made to this user elsewhere since the editing began. */
    change,
    saving: isLoading,
    save,
    chooseProfile: (chosen: Profile | null) => {
      setProblem(null);
      if (chosen !== null) choose(chosen, roleFor(chosen, role));
    },
    chooseRole: (chosen: Role | null) => {
      setProblem(null);
      if (profile !== '') choose(profile, chosen ?? '');
    },
  };
}

export type RowEdit = ReturnType<typeof useRowEdit>;
