import { msg, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { type EditConflict, isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { dropDraft, keepDraft, readDraft } from '~/forms/useDraft';
import { isProfile, labelOf, type Profile, PROFILE_LABELS, type Role, ROLE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { optionsOf } from '~/lib/texts';
import { useOwnFields } from '~/realtime/ownFields';
import { FilterSelect } from '~/ui/FilterSelect';
import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, usersApi } from '../api';
import { type Column, isShown, labelOfColumn } from '../columns/columns';
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

export const UPDATE_FAILED = msg`Failed to update user`;

const positionOf = ({ role, profile }: UserRecord) =>
  `${labelOf('role', role)} · ${profile === null ? t`no profile` : labelOf('profile', profile)}`;

function describeChange(before: UserRecord, now: UserRecord): string {
  if (positionOf(before) !== positionOf(now)) return t`${{ fullName: now.fullName }} was changed meanwhile and is now ${{ position: positionOf(now) }}.`;
  if (before.isActive !== now.isActive) {
    return now.isActive ? t`${{ fullName: now.fullName }} was reactivated meanwhile.` : t`${{ fullName: now.fullName }} was deactivated meanwhile.`;
  }
  return t`${{ fullName: now.fullName }} was changed meanwhile.`;
}

/** Edits role and profile of one user in its row, against the version on screen; `user` is as the list shows it now. */
function useRowEdit({ user, onDone }: { readonly user: UserRecord; readonly onDone: () => void }) {
  const toasts = useToasts();
  const [edit, { isLoading }] = usersApi.useEditSingleUserMutation();
  const draft = useRowDraft(user);
  const { seen } = useOwnFields();
  const [base, setBase] = useState(user);
  const [profile, setProfile] = useState(draft.profile);
  const [role, setRole] = useState(draft.role);
  const [problem, setProblem] = useState<string | null>(null);
  const [change, setChange] = useState(draft.isOutdated ? t`${{ fullName: user.fullName }} was changed meanwhile and is now ${{ position: positionOf(user) }}.` : null);

  const rebase = (now: UserRecord, conflict: EditConflict | null = null) => {
    const said = conflict === null ? null : sayConflict(conflict, seen);
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
      setProblem(profile === '' ? t`Profile is required` : t`Role is required`);
      return;
    }
    setProblem(null);
    const { error } = await edit({ userId: user.id, editUserRequest: { role, profile, version: base.version } });
    if (error === undefined) {
      toasts.success(t`User updated successfully`);
      onDone();
    } else if (isProblem(error) && error.met !== undefined) {
      rebase(error.met.current, error.met);
    } else {
      setProblem(isProblem(error) ? (error.errors?.['role'] ?? messageOf(error, t(UPDATE_FAILED))) : t(UPDATE_FAILED));
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

type RowEdit = ReturnType<typeof useRowEdit>;

/** The longest choice fits the column of a table. */
const inCell = { display: 'flex', mx: -0.75, '& .MuiNativeSelect-select.MuiNativeSelect-select': { pl: 1, pr: 3, fontSize: '0.8125rem' }, '& .MuiNativeSelect-icon': { right: 2 } } as const;

interface FieldProps {
  readonly user: UserRecord;
  readonly edit: RowEdit;
}

/** `assignable` are the profiles that the editor may give. */
function ProfileSelect({ user, edit, assignable }: FieldProps & { readonly assignable: readonly Profile[] }) {
  return (
    <FilterSelect
      label={t`Profile of ${{ fullName: user.fullName }}`}
      value={edit.profile}
      options={optionsOf(PROFILE_LABELS, assignable)}
      none={edit.profile === '' ? t`Choose a profile` : undefined}
      invalid={edit.problem !== null && edit.profile === ''}
      disabled={edit.saving}
      // The row that was opened for editing gets the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChoose={edit.chooseProfile}
      sx={inCell}
    />
  );
}

/** Only roles that fit the profile as it is chosen now. */
function RoleSelect({ user, edit }: FieldProps) {
  const { profile, role } = edit;
  const roles = profile === '' ? [] : ROLES_OF_PROFILE[profile];
  return (
    <FilterSelect
      label={t`Role of ${{ fullName: user.fullName }}`}
      value={role}
      options={optionsOf(ROLE_LABELS, roles)}
      none={role === '' ? t`Choose a role` : undefined}
      invalid={edit.problem !== null && profile !== ''}
      disabled={edit.saving || profile === ''}
      onChoose={edit.chooseRole}
      sx={inCell}
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
        {labelOfColumn({ name })}
        {fields[name]}
      </Box>
    ));
  return { edit, fields, hidden };
}

export function EditButtons({ edit, onCancel }: { readonly edit: RowEdit; readonly onCancel: () => void }) {
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.75, '& button': { px: 1.25 } }}>
      <ProgressButton size="small" busy={edit.saving} onClick={() => void edit.save()}>
        {t`Save`}
      </ProgressButton>
      <Button size="small" variant="outlined" disabled={edit.saving} onClick={onCancel}>
        {t`Cancel`}
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
        <Notice role="presentation">
          {change} {t`Save overwrites that change. Cancel keeps it.`}
        </Notice>
      )}
      {problem !== null && (
        <Notice severity="error" role="presentation">
          {problem}
        </Notice>
      )}
    </Box>
  );
}
