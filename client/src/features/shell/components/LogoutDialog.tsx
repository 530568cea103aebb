import { ConfirmDialog } from '~/ui/ConfirmDialog';

import { useLogout } from '../useLogout';

interface LogoutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before it logs out. */
export function LogoutDialog({ open, onClose }: LogoutDialogProps) {
  const { logout, leaving } = useLogout();

  const confirm = async () => {
    await logout();
    onClose();
  };

  return (
    <ConfirmDialog
      open={open}
      title="Log out?"
      confirmLabel="Logout"
      busy={leaving}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      You will need your email and password to log in again. Other devices stay logged in.
    </ConfirmDialog>
  );
}
