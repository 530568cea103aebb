import { Box } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Email } from '~/ui/Email';
import { useToasts } from '~/ui/toasts/slice';

import { useDeleteSingleUserMutation, useEditSingleUserMutation, useEndUserSessionsMutation, useInviteSingleUserMutation, type UserRecord } from '../api';
import { nameOf } from '../format';
import { UPDATE_FAILED } from './useRowEdit';

type What = 'delete' | 'deactivate' | 'signOut';

interface Question {
  readonly what: What;
  readonly user: UserRecord;
}

/** What an administrator is asked before an act on one user; `user` is kept while the dialog closes. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [asking, setAsking] = useState(false);
  return {
    asking,
    user: question?.user ?? null,
    isOpen: (what: What) => asking && question?.what === what,
    ask: (what: What) => (user: UserRecord) => {
      setQuestion({ what, user });
      setAsking(true);
    },
    close: () => setAsking(false),
  };
}

export type UserQuestion = ReturnType<typeof useQuestion>;

const DELETE_FAILED = 'Failed to delete user';

/** "Failed to delete user", with the server's reason if there is one. */
function failure(sentence: string, error: unknown): string {
  const reason = messageOf(error, '');
  return reason === '' ? sentence : `${sentence}. ${reason}`;
}

/** Actions on one user that need no form. Each shows a toast with its outcome; true on success. */
export function useUserActs() {
  const toasts = useToasts();
  const [edit, editing] = useEditSingleUserMutation();
  const [remove, removing] = useDeleteSingleUserMutation();
  const [invite, inviting] = useInviteSingleUserMutation();
  const [endSessions, ending] = useEndUserSessionsMutation();

  const setActive = async ({ id, fullName, version }: UserRecord, isActive: boolean) => {
    const { error } = await edit({ userId: id, editUserRequest: { isActive, version } });
    if (error === undefined) toasts.success(`${fullName} can ${isActive ? 'log in again' : 'no longer log in'}.`);
    else toasts.error(failure(UPDATE_FAILED, error));
    return error === undefined;
  };

  return {
    changing: editing.isLoading,
    deleting: removing.isLoading,
    signingOut: ending.isLoading,
    inviting: inviting.isLoading,
    deactivate: (user: UserRecord) => setActive(user, false),
    reactivate: (user: UserRecord) => setActive(user, true),
    remove: async ({ id }: UserRecord) => {
      const { error } = await remove({ userId: id });
      if (error === undefined) toasts.success('User deleted successfully');
      else toasts.error(failure(DELETE_FAILED, error));
      return error === undefined;
    },
    invite: async ({ id, fullName }: UserRecord) => {
      const { error } = await invite({ userId: id });
      if (error === undefined) toasts.success(`An invitation to ${fullName} is on its way`);
      else toasts.error(failure('The invitation could not be sent', error));
    },
    signOut: async ({ id, fullName }: UserRecord) => {
      const { error } = await endSessions({ userId: id });
      if (error === undefined) toasts.success(`${fullName} is logged out everywhere`);
      else toasts.error(failure('The user could not be logged out', error));
      return error === undefined;
    },
  };
}

interface AskProps {
  /** The user in question; kept while the dialog closes. */
  readonly user: UserRecord | null;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Names are shared, emails are not. */
function EmailOf({ user }: Pick<AskProps, 'user'>) {
  return (
    <Box component="span" sx={{ display: 'block', my: 1, color: 'text.primary', overflowWrap: 'anywhere' }}>
      <Email>{user === null ? '' : nameOf(user)}</Email>
    </Box>
  );
}

function DeleteUserDialog({ user, ...dialog }: AskProps) {
  return (
    <ConfirmDialog {...dialog} title="Confirm Delete" confirmLabel="Delete User" destructive>
      Are you sure you want to delete user <strong>{user?.fullName}</strong>?
      <EmailOf user={user} />
      This action cannot be undone.
    </ConfirmDialog>
  );
}

function DeactivateUserDialog({ user, ...dialog }: AskProps) {
  return (
    <ConfirmDialog {...dialog} title="Deactivate this user?" confirmLabel="Deactivate User" destructive>
      <strong>{user?.fullName}</strong> is logged out everywhere and cannot log in until you reactivate them. Nothing of
      theirs is deleted.
      <EmailOf user={user} />
    </ConfirmDialog>
  );
}

export function SignOutUserDialog({ user, ...dialog }: AskProps) {
  return (
    <ConfirmDialog {...dialog} title="Log this user out?" confirmLabel="Log Out Everywhere">
      <strong>{user?.fullName}</strong> is logged out on all devices at once, and can log in again.
      <EmailOf user={user} />
    </ConfirmDialog>
  );
}

export function RemoveFactorsDialog({ user, ...dialog }: AskProps) {
  return (
    <ConfirmDialog {...dialog} title="Remove these second factors?" confirmLabel="Remove second factors" destructive>
      <strong>{user?.fullName}</strong> is logged out on all devices, and logs in without a second factor from then on. First
      make sure that it is this person who asks for it.
      <EmailOf user={user} />
    </ConfirmDialog>
  );
}

interface UserDialogsProps {
  readonly question: UserQuestion;
  readonly acts: ReturnType<typeof useUserActs>;
  /** After an act that may move rows. */
  readonly onDone: () => void;
  readonly onClosed: () => void;
}

/** The questions before acts on one user. */
export function UserDialogs({ question, acts, onDone, onClosed }: UserDialogsProps) {
  const { user, isOpen, close } = question;
  const confirm = async (act: (user: UserRecord) => Promise<boolean>) => {
    if (user === null) return;
    if (await act(user)) onDone();
    close();
  };
  const dialog = { user, onClose: close, onClosed };
  return (
    <>
      <DeleteUserDialog {...dialog} open={isOpen('delete')} busy={acts.deleting} onConfirm={() => void confirm(acts.remove)} />
      <DeactivateUserDialog {...dialog} open={isOpen('deactivate')} busy={acts.changing} onConfirm={() => void confirm(acts.deactivate)} />
      <SignOutUserDialog {...dialog} open={isOpen('signOut')} busy={acts.signingOut} onConfirm={() => void confirm(acts.signOut)} />
    </>
  );
}
