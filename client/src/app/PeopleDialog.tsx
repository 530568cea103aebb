import type { BulkDialogProps } from '~/api/bulk';
import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { lazyChunk } from '~/ui/lazyChunk';

const WriteToSelected = lazyChunk(() => import('~/features/announcements/write/WriteToSelected'), (module) => module.WriteToSelected);

const AddToRound = lazyChunk(() => import('~/features/interviews/choose/AddToRound'), (module) => module.AddToRound);

/** The dialog of what is done with many people: announcements and interviews have dialogs of their own. */
export function PeopleDialog({ action, ...dialog }: BulkDialogProps) {
  if (action === 'interview') return <AddToRound {...dialog} />;
  return action === 'announce' ? <WriteToSelected {...dialog} /> : <BulkDialog action={action} {...dialog} />;
}
