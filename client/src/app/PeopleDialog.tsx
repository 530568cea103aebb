import type { BulkDialogProps } from '~/api/bulk';
import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { lazyChunk } from '~/ui/lazyChunk';

const WriteToSelected = lazyChunk(() => import('~/features/announcements/write/WriteToSelected'), (module) => module.WriteToSelected);

/** The dialog of what is done with many people: an announcement is written in one of its own. */
export function PeopleDialog({ action, ...dialog }: BulkDialogProps) {
  return action === 'announce' ? <WriteToSelected {...dialog} /> : <BulkDialog action={action} {...dialog} />;
}
