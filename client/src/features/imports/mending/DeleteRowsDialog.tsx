import { ConfirmDialog } from '~/ui/ConfirmDialog';

import { countOf } from '../format';
import type { Mending } from './useMending';

interface DeleteRowsDialogProps {
  readonly deletion: Mending['deletion'];
  readonly onClosed: () => void;
}

/** Asks once before selected rows are deleted, and says how many of them could be uploaded. */
export function DeleteRowsDialog({ deletion, onClosed }: DeleteRowsDialogProps) {
  const { asked } = deletion;
  const valid = asked.filter(({ status }) => status !== 'invalid').length;
  const rows = countOf(asked.length, 'row', 'rows');
  return (
    <ConfirmDialog
      open={deletion.asking}
      title={`Delete ${rows}?`}
      confirmLabel={`Delete ${countOf(asked.length, 'Row', 'Rows')}`}
      destructive
      busy={deletion.deleting}
      onConfirm={deletion.confirm}
      onClose={deletion.close}
      onClosed={onClosed}
    >
      {valid === 0 ? 'None of them could be uploaded.' : `${countOf(valid, 'of them is', 'of them are')} valid: no account is created for ${valid === 1 ? 'that person' : 'these people'}.`}{' '}
      The file itself is not changed, and the deletion can be undone.
    </ConfirmDialog>
  );
}
