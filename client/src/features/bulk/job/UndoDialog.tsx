import Box from '@mui/material/Box';

import { messageOf } from '~/api/problem';
import { countOf, formatCount } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Reasons } from '~/ui/Reasons';
import { useToasts } from '~/ui/toasts/slice';
import { UndoPlan } from '~/ui/UndoPlan';

import { type BulkJob, type BulkUndoPreview, usePreviewUndoQuery, useUndoJobMutation } from '../api';
import { nameOf } from '../headings';

const people = (count: number) => countOf(count, 'person', 'people');

/** "208 of 210 people will be as before." */
function sentenceOf({ total, allowed }: BulkUndoPreview): string {
  if (allowed === 0) return 'nothing of this change can be undone any more.';
  return `${allowed === total ? people(total) : `${formatCount(allowed)} of ${people(total)}`} will be as before.`;
}

interface UndoDialogProps {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

/** Asks before a job is undone, with its consequences as they are now. Rendered while it is open. */
export function UndoDialog({ job, onClose }: UndoDialogProps) {
  const toasts = useToasts();
  const { currentData: plan, error, refetch } = usePreviewUndoQuery({ bulkId: job.id }, { refetchOnMountOrArgChange: true });
  const [undo, { isLoading }] = useUndoJobMutation();
  const confirm = async () => {
    const answer = await undo({ bulkId: job.id });
    onClose();
    if (answer.error !== undefined) toasts.error(messageOf(answer.error, 'The change could not be undone.'));
  };
  return (
    <ConfirmDialog
      open
      title="Undo this change?"
      confirmLabel="Undo Change"
      destructive
      disabled={(plan?.allowed ?? 0) === 0}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <UndoPlan
        plan={plan}
        failure={error === undefined ? null : messageOf(error, 'What undoing would do could not be loaded.')}
        onRetry={() => void refetch()}
      >
        {(counted) => (
          <Box sx={{ display: 'grid', gap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
            <div>
              <strong>{nameOf(job)}</strong>: {sentenceOf(counted)}
            </div>
            <Reasons title="Not undone" reasons={counted.refused} countOf={people} />
          </Box>
        )}
      </UndoPlan>
    </ConfirmDialog>
  );
}
