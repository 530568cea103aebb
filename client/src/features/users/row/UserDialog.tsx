import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, IconButton, Tooltip } from '@mui/material';
import { memo, type ReactNode, useState } from 'react';

import { messageOf } from '~/api/problem';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Email } from '~/ui/Email';
import { CheckCircleIcon, CloseIcon, EditIcon, LockIcon, LogoutIcon, MailIcon, MoreIcon, TrashIcon } from '~/ui/icons';
import { useToasts } from '~/ui/toasts/slice';
import type { useAsked } from '~/ui/useAsked';

import { type UserRecord, usersApi } from '../api';
import type { Decision } from '../applicants/DecisionDialog';
import { inviteLabel, isInvitable, nameOf } from '../format';
import type { Rights } from '../useRights';
import { UPDATE_FAILED } from './PositionFields';

/** Acts on one user that need no form. Each shows a toast with its outcome; true on success. */
export function useUserActs() {
  const toasts = useToasts();
  const [edit, editing] = usersApi.useEditSingleUserMutation();
  const [remove, removing] = usersApi.useDeleteSingleUserMutation();
  const [invite, inviting] = usersApi.useInviteSingleUserMutation();
  const [endSessions, ending] = usersApi.useEndUserSessionsMutation();

  const settle = async (call: PromiseLike<{ readonly error?: unknown }>, done: string, failed: string) => {
    const { error } = await call;
    if (error === undefined) toasts.success(done);
    else toasts.error([failed, messageOf(error, '')].filter(Boolean).join('. '));
    return error === undefined;
  };
  const setActive = ({ id, fullName, version }: UserRecord, isActive: boolean) =>
    settle(edit({ userId: id, editUserRequest: { isActive, version } }), isActive ? t`${fullName} can log in again.` : t`${fullName} can no longer log in.`, t(UPDATE_FAILED));

  return {
    busy: [editing, removing, inviting, ending].some(({ isLoading }) => isLoading),
    deactivate: (user: UserRecord) => setActive(user, false),
    reactivate: (user: UserRecord) => setActive(user, true),
    delete: ({ id }: UserRecord) => settle(remove({ userId: id }), t`User deleted successfully`, t`Failed to delete user`),
    invite: ({ id, fullName }: UserRecord) =>
      settle(invite({ userId: id }), t`The invitation to ${fullName} waits to be sent`, t`The invitation could not be sent`),
    signOut: ({ id, fullName }: UserRecord) =>
      settle(endSessions({ userId: id }), t`${fullName} is logged out everywhere`, t`The person could not be logged out`),
  };
}

/** The email says which of several people with one name is meant. */
export function EmailOf({ user }: { readonly user: UserRecord }) {
  return (
    <Box component="span" sx={{ display: 'block', my: 1, color: 'text.primary', overflowWrap: 'anywhere' }}>
      <Email>{nameOf(user)}</Email>
    </Box>
  );
}

/** The question before an act on one user, as the props of its dialog. Names are shared, so that it names the email. */
export function questionOf(act: 'delete' | 'deactivate' | 'signOut' | 'removeFactors', user: UserRecord) {
  const { fullName } = user;
  const { says, ...question } = {
    delete: {
      title: t`Confirm Delete`,
      confirmLabel: t`Delete User`,
      destructive: true,
      says: <Trans>Are you sure you want to delete user <strong>{fullName}</strong>?</Trans>,
    },
    deactivate: {
      title: t`Deactivate this person?`,
      confirmLabel: t`Deactivate Person`,
      destructive: true,
      says: <Trans><strong>{fullName}</strong> is logged out everywhere and cannot log in until you reactivate them. Nothing of theirs is deleted.</Trans>,
    },
    signOut: {
      title: t`Log this person out?`,
      confirmLabel: t`Log Out Everywhere`,
      destructive: false,
      says: <Trans><strong>{fullName}</strong> is logged out on all devices at once, and can log in again.</Trans>,
    },
    removeFactors: {
      title: t`Remove these second factors?`,
      confirmLabel: t`Remove second factors`,
      destructive: true,
      says: <Trans><strong>{fullName}</strong> is logged out on all devices, and logs in without a second factor from then on. First make sure that it is this person who asks for it.</Trans>,
    },
  }[act];
  const children = (
    <>
      {says}
      <EmailOf user={user} />
      {act === 'delete' && t`This action cannot be undone.`}
    </>
  );
  return { ...question, children };
}

export interface AskedAct {
  readonly act: 'delete' | 'deactivate' | 'signOut';
  readonly user: UserRecord;
}

interface UserDialogProps {
  readonly question: ReturnType<typeof useAsked<AskedAct>>;
  readonly acts: ReturnType<typeof useUserActs>;
  readonly onDone: () => void;
  readonly onClosed: () => void;
}

export function UserDialog({ question: { asked, asking, close }, acts, onDone, onClosed }: UserDialogProps) {
  // The dialog is busy with its own act alone: another user may be invited meanwhile.
  const [busy, setBusy] = useState(false);
  if (asked === null) return null;
  const { act, user } = asked;
  const confirm = async () => {
    setBusy(true);
    if (await acts[act](user)) onDone();
    setBusy(false);
    close();
  };
  return <ConfirmDialog {...questionOf(act, user)} open={asking} busy={busy} onConfirm={() => void confirm()} onClose={close} onClosed={onClosed} />;
}

type RowAct = 'edit' | Decision['decision'] | 'invite' | 'signOut' | 'deactivate' | 'reactivate' | 'delete';
export type OnAct = (act: RowAct, user: UserRecord) => void;

interface RowActionsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
  readonly onAct: OnAct;
}

const icon = { fontSize: 18 } as const;
const square = { width: 34, height: 34 } as const;

export const editButtonId = (userId: string) => `edit-${userId}`;

export const RowActions = memo(function RowActions({ user, rights, onAct }: RowActionsProps) {
  const { id, fullName, isActive, lastSignInAt, application } = user;
  const mayEdit = rights.mayEdit(user);
  const item = (act: RowAct, label: string, drawing: ReactNode) => ({ label, icon: drawing, run: () => onAct(act, user) });
  return (
    <>
      {mayEdit && (
        <Tooltip title={t`Edit`}>
          <IconButton id={editButtonId(id)} aria-label={t`Edit ${fullName}`} onClick={() => onAct('edit', user)} sx={square}>
            <EditIcon sx={icon} />
          </IconButton>
        </Tooltip>
      )}
      {mayEdit && (
        <ActsMenu
          label={t`More for ${fullName}`}
          acts={[
            application !== null && item('accept', t`Accept`, <CheckCircleIcon sx={icon} />),
            application?.state === 'waiting' && item('decline', t`Decline`, <CloseIcon sx={icon} />),
            isInvitable(user) && item('invite', inviteLabel(user), <MailIcon sx={icon} />),
            isActive && lastSignInAt !== null && item('signOut', t`Log out everywhere`, <LogoutIcon sx={icon} />),
            isActive ? item('deactivate', t`Deactivate`, <LockIcon sx={icon} />) : item('reactivate', t`Reactivate`, <CheckCircleIcon sx={icon} />),
          ]}
        >
          {(button) => (
            <Tooltip title={t`More`}>
              <IconButton aria-label={t`More for ${fullName}`} {...button} sx={square}>
                <MoreIcon sx={icon} />
              </IconButton>
            </Tooltip>
          )}
        </ActsMenu>
      )}
      {rights.mayDelete(user) && (
        // In the third place, where no Save button stands: the second click of a double click on Save must not delete.
        <Tooltip title={t`Delete`}>
          <IconButton aria-label={t`Delete ${fullName}`} onClick={() => onAct('delete', user)} sx={square}>
            <TrashIcon sx={icon} />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
});
