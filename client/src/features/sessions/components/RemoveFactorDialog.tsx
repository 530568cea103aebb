import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import { type FactorItem, useRemoveFactorMutation } from '../factorsApi';

interface RemoveFactorDialogProps {
  readonly factor: FactorItem;
  readonly isLast: boolean;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

/** Asks before a second factor is removed. */
export function RemoveFactorDialog({ factor, isLast, hasPassword, onClose }: RemoveFactorDialogProps) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemoveFactorMutation();
  const confirm = async () => {
    const { data, error } = await remove({ factorId: factor.id });
    onClose();
    if (data === undefined) toasts.error(messageOf(error, 'It could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <ConfirmDialog open destructive busy={isLoading} title={`Remove ${factor.name}?`} confirmLabel="Remove" onConfirm={() => void confirm()} onClose={onClose}>
      <strong>{factor.name}</strong> no longer confirms your logins.
      {isLast && hasPassword && ' It is your last second step: your recovery codes end with it, and your password alone is enough again.'}
      {isLast && !hasPassword && ' It is your last second step, and you have no password: your recovery codes end with it. Choose a password first, or add another passkey.'}
    </ConfirmDialog>
  );
}
