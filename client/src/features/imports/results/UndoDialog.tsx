import { Box } from '@mui/material';

import { messageOf } from '~/api/problem';
import { ConfirmDialog, UndoPlan } from '~/ui/ConfirmDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { DownloadIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { useToasts } from '~/ui/toasts/slice';
import { countOf } from '~/lib/format';

import { type ImportSnapshot, type ResultsFile, type UndoResponse, usePreviewUndoOfImportQuery, useSaveResultsMutation, useUndoEndedImportMutation } from '../api';

type Download = Pick<ResultsFile, 'status' | 'format'>;

interface DownloadButtonProps extends Download {
  readonly snapshot: ImportSnapshot;
  readonly children: string;
  /** Read instead of the text in sight, which it begins with. */
  readonly name?: string;
}

/** "staff.csv" -> "staff-failed.xlsx"; all rows are "staff-results.xlsx". */
function nameOf({ fileName }: ImportSnapshot, { status, format }: Download): string {
  return `${fileName.replace(/\.[^.]*$/u, '')}-${status === 'all' ? 'results' : status}.${format}`;
}

function DownloadButton({ snapshot, status, format, children, name }: DownloadButtonProps) {
  const toasts = useToasts();
  const [save, { isLoading }] = useSaveResultsMutation();
  const download = async () => {
    const { error } = await save({ importId: snapshot.id, status, format, fileName: nameOf(snapshot, { status, format }) });
    if (error !== undefined) toasts.error(messageOf(error, status === 'failed' ? 'The failed rows could not be downloaded.' : 'The results could not be downloaded.'));
  };
  return (
    <ProgressButton
      variant="outlined"
      size="small"
      busy={isLoading}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      aria-label={name}
      onClick={() => void download()}
    >
      {children}
    </ProgressButton>
  );
}

interface DownloadsProps {
  readonly snapshot: ImportSnapshot;
  /** Of the rows that are shown. */
  readonly status: Download['status'];
}

/** The failed rows as a file that can be corrected and uploaded again, and the rows that are shown with their results. */
export function Downloads({ snapshot, status }: DownloadsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {snapshot.errorCount > 0 && (
        <DownloadButton snapshot={snapshot} status="failed" format="csv">
          Download Failed Rows
        </DownloadButton>
      )}
      <DownloadButton snapshot={snapshot} status={status} format="csv" name="CSV of the rows shown">
        CSV
      </DownloadButton>
      <DownloadButton snapshot={snapshot} status={status} format="xlsx" name="Excel file of the rows shown">
        Excel
      </DownloadButton>
    </Box>
  );
}

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
