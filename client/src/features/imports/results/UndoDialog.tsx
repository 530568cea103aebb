import Box from '@mui/material/Box';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Reasons } from '~/ui/Reasons';
import { useToasts } from '~/ui/toasts/slice';
import { UndoPlan } from '~/ui/UndoPlan';

import { type ImportSnapshot, type UndoResponse, usePreviewUndoOfImportQuery, useUndoEndedImportMutation } from '../api';
import { countOf } from '../format';

const accounts = (count: number) => countOf(count, 'account', 'accounts');

function Kept({ title, kept }: { readonly title: string; readonly kept: UndoResponse['kept'] }) {
  return <Reasons title={title} reasons={kept.map(({ reason, rows }) => ({ reason, count: rows }))} countOf={accounts} />;
}

/** What would happen, what would not, and why. */
function Plan({ fileName, plan }: { readonly fileName: string; readonly plan: UndoResponse }) {
  const { accounts: deleted, updates, kept, keptUpdates } = plan;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        <strong>{fileName}</strong>
        {deleted + updates === 0 && ': nothing of this import can be undone any more.'}
        {deleted + updates > 0 && (
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontVariantNumeric: 'tabular-nums' }}>
            {deleted > 0 && <li>{accounts(deleted)} that it created will be deleted.</li>}
            {updates > 0 && <li>{accounts(updates)} that it updated will be as before.</li>}
          </Box>
        )}
      </div>
      <Kept title="Not undone, of the created" kept={kept} />
      <Kept title="Not undone, of the updated" kept={keptUpdates} />
    </Box>
  );
}

interface UndoDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly onClose: () => void;
}

/** Asks before an import is undone, with its consequences as they are now. Rendered while it is open. */
export function UndoDialog({ snapshot: { id, fileName }, onClose }: UndoDialogProps) {
  const toasts = useToasts();
  const { currentData: plan, error, refetch } = usePreviewUndoOfImportQuery({ importId: id }, { refetchOnMountOrArgChange: true });
  const [undo, { isLoading }] = useUndoEndedImportMutation();
  const nothing = plan === undefined || plan.accounts + plan.updates === 0;
  const confirm = async () => {
    const answer = await undo({ importId: id });
    onClose();
    if (answer.error !== undefined) toasts.error(messageOf(answer.error, 'The import could not be undone.'));
  };
  return (
    <ConfirmDialog
      open
      title="Undo this import?"
      confirmLabel="Undo Import"
      destructive
      disabled={nothing}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <UndoPlan
        plan={plan}
        failure={error === undefined ? null : messageOf(error, 'What undoing would do could not be loaded.')}
        onRetry={() => void refetch()}
      >
        {(counted) => <Plan fileName={fileName} plan={counted} />}
      </UndoPlan>
    </ConfirmDialog>
  );
}
