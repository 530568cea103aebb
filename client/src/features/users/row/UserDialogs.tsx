import Box from '@mui/material/Box';

import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Email } from '~/ui/Email';

import type { UserRecord } from '../api';
import { nameOf } from '../format';
import type { UserQuestion } from './useQuestion';
import type { useUserActs } from './useUserActs';

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
