import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ErrorState } from '~/ui/ErrorState';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, type UndoResponse, usePreviewUndoOfImportQuery, useUndoEndedImportMutation } from '../api';
import { countOf } from '../format';

const accounts = (count: number) => countOf(count, 'account', 'accounts');

function Kept({ title, kept }: { readonly title: string; readonly kept: UndoResponse['kept'] }) {
  if (kept.length === 0) return null;
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ color: 'text.primary' }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontVariantNumeric: 'tabular-nums' }}>
        {kept.map(({ reason, rows }) => (
          <li key={reason}>
            {accounts(rows)}: {reason}
          </li>
        ))}
      </Box>
    </Box>
  );
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
      <Kept title="Will stay" kept={kept} />
      <Kept title="Will keep the update" kept={keptUpdates} />
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
      {plan !== undefined && <Plan fileName={fileName} plan={plan} />}
      {plan === undefined && error !== undefined && (
        <ErrorState message={messageOf(error, 'What undoing would do could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {plan === undefined && error === undefined && (
        <Box role="status" aria-label="Counting what can be undone">
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </Box>
      )}
    </ConfirmDialog>
  );
}
