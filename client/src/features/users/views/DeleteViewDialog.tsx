import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import type { ViewRecord } from '../api';
import { useDeleteSavedViewMutation } from './viewsApi';

interface DeleteViewDialogProps {
  readonly view: ViewRecord;
  readonly onClose: () => void;
}

/** Asks before a view is deleted; the list stays as it is filtered. */
export function DeleteViewDialog({ view, onClose }: DeleteViewDialogProps) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useDeleteSavedViewMutation();
  const confirm = async () => {
    const { error } = await remove({ viewId: view.id });
    onClose();
    if (error === undefined) toasts.success('View deleted successfully');
    else toasts.error(messageOf(error, 'The view could not be deleted.'));
  };
  return (
    <ConfirmDialog open title="Delete this view?" confirmLabel="Delete View" destructive busy={isLoading} onConfirm={() => void confirm()} onClose={onClose}>
      <strong>{view.name}</strong> is gone{view.scope === 'company' ? ' for everyone in your company' : ''}. The people in it stay.
    </ConfirmDialog>
  );
}
