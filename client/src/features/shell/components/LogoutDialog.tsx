import { useLogoutMutation } from '~/api/session/endpoints';
import { endSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { useAppDispatch } from '~/lib/dispatch';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

interface LogoutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks, tells the server, and only then forgets the tokens: a failed logout leaves the person signed in, and says so. */
export function LogoutDialog({ open, onClose }: LogoutDialogProps) {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [logout, { isLoading }] = useLogoutMutation();

  const confirm = async () => {
    const { error } = await logout();
    onClose();
    // A session that is over already is as good as logged out; the live connection may say so before the answer is here.
    const over = storedAccessToken() === null || (error !== undefined && 'status' in error && error.status === 401);
    if (error !== undefined && !over) {
      toasts.error('Logout failed');
      return;
    }
    dispatch(endSession('logout'));
    toasts.success('Successfully logged out');
  };

  return (
    <ConfirmDialog
      open={open}
      title="Log out?"
      confirmLabel="Logout"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      You will need your email and password to sign in again. Other devices stay signed in.
    </ConfirmDialog>
  );
}
