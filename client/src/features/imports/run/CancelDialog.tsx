import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useCancelImportProcessingMutation } from '../api';

interface CancelDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an import is stopped, naming its file. */
export function CancelDialog({ snapshot, open, onClose }: CancelDialogProps) {
  const { id, fileName, invite, inviteAt, startedAt } = snapshot;
  const toasts = useToasts();
  const [cancel, { isLoading }] = useCancelImportProcessingMutation();
  const confirm = async () => {
    const { error } = await cancel({ importId: id });
    onClose();
    if (error !== undefined) toasts.error(messageOf(error, 'The import could not be cancelled.'));
  };
  return (
    <ConfirmDialog
      open={open}
      title="Cancel this import?"
      confirmLabel="Cancel Import"
      dismissLabel="Keep Going"
      destructive
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <strong>{fileName}</strong> will stop
      {startedAt === null
        ? '. No user has been created from it.'
        : ` within a moment. Users who have been created stay${invite ? ' and are invited' : ''}.${inviteAt === null ? '' : ' The planned invitations are not sent.'}`}
    </ConfirmDialog>
  );
}
