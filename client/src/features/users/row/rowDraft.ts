import { useState } from 'react';

import { useClaims } from '~/api/session/slice';
import { dropDraft, keepDraft, readDraft } from '~/forms/drafts';
import { isProfile, type Profile } from '~/lib/profiles';
import { type Role, ROLES_OF_PROFILE } from '~/lib/roles';

import type { UserRecord } from '../api';

const NAME = 'user-row';

interface Choice {
  readonly profile: Profile | '';
  readonly role: Role | '';
}

/** Keeps a role that fits the profile; a profile with a single role selects it. */
export function roleFor(profile: Profile, held: string): Role | '' {
  const roles = ROLES_OF_PROFILE[profile];
  return roles.find((role) => role === held) ?? (roles.length === 1 ? (roles[0] ?? '') : '');
}

/** The row in which something was chosen and not yet saved before a reload, and how that is forgotten. */
export function useDraftedRow() {
  const own = useClaims()?.userId ?? '';
  const [drafted] = useState(() => readDraft(NAME, own)?.['id'] ?? null);
  const drop = () => {
    dropDraft(NAME);
  };
  return { drafted, drop };
}

/** The initial values of a row's editing: the choice before a reload, else the user's position. */
export function useRowDraft(user: UserRecord) {
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
