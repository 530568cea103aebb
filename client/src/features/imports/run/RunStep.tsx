import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';

import { formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { PauseIcon, PlayIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { padding, Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { ProgressPanel } from '~/ui/ProgressPanel';
import { useAct } from '~/ui/toasts/useAct';

import { importsApi, type ImportSnapshot, type RecentRow } from '../api';
import { createdOf, progressOf, rowsToDo, shareDone } from '../states';

interface StepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

const icon = { fontSize: 16 } as const;

/** Pauses a running import at its next chunk, and resumes a paused one. It keeps its place and the focus. */
function PauseButton({ snapshot: { id, state } }: { readonly snapshot: ImportSnapshot }) {
  const isPaused = state === 'paused';
  const pause = useAct(importsApi.usePauseRunningImportMutation(), 'The import could not be paused.');
  const resume = useAct(importsApi.useResumePausedImportMutation(), 'The import could not be resumed.');
  return (
    <ProgressButton
      variant={isPaused ? 'contained' : 'outlined'}
      size="small"
      busy={pause.busy || resume.busy}
      startIcon={isPaused ? <PlayIcon sx={icon} /> : <PauseIcon sx={icon} />}
      onClick={() => void (isPaused ? resume : pause).act({ importId: id })}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </ProgressButton>
  );
}

const MARKS: Readonly<Partial<Record<RecentRow['status'], Pick<FeedItem, 'tone' | 'mark'>>>> = {
  created: { tone: 'success', mark: 'Created' },
  updated: { tone: 'success', mark: 'Updated' },
  unchanged: { tone: 'neutral', mark: 'Unchanged' },
};

function itemOf({ row, email, status, message }: RecentRow): FeedItem {
  const look = MARKS[status] ?? { tone: 'error', mark: 'Failed' };
  return { ...look, number: `Row ${row}`, name: email === '' ? 'Unknown' : email, outcome: message };
}

export function ProcessingStep({ snapshot, onCancel }: StepProps) {
  const { fileName, mode, state, processed, changed, errorCount, failedCount, ratePerSecond, etaSeconds, recent } = snapshot;
  const isPaused = state === 'paused';
  const invalid = errorCount - failedCount;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isPaused && (
        <Alert severity="warning" role="note" icon={<PauseIcon fontSize="small" />}>
          Nothing is created or changed until an administrator resumes the import.
        </Alert>
      )}
      <ProgressPanel
        share={shareDone(snapshot)}
        label="Rows processed"
        actions={
          <>
            <PauseButton snapshot={snapshot} />
            <Button variant="outlined" size="small" onClick={onCancel}>
              Cancel Import
            </Button>
          </>
        }
        figures={[
          ...(mode === 'update' ? [] : [{ term: 'Created', value: formatCount(createdOf(snapshot)), tone: 'success' } as const]),
          ...(mode === 'create' ? [] : [{ term: 'Updated', value: formatCount(changed), tone: 'success' } as const]),
          {
            term: 'Failed',
            value: formatCount(errorCount),
            tone: 'error',
            ...(invalid > 0 && { note: `${formatCount(invalid)} invalid in the file` }),
          },
          { term: 'Rows per second', value: formatRate(isPaused ? null : ratePerSecond) },
          { term: 'Time left', value: formatTimeLeft(isPaused ? null : etaSeconds) },
        ]}
      >
        {formatCount(processed)} of {formatCount(rowsToDo(snapshot))} rows of{' '}
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Box>
      </ProgressPanel>
      <LiveFeed title="Latest rows" isNumbered items={recent.map(itemOf)} />
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {isPaused
          ? 'You can leave this page or close the browser: this address shows the import, for every administrator of your company.'
          : 'You can leave this page or close the browser: the import continues, and this address shows it.'}
      </Typography>
    </Box>
  );
}

const phases = {
  validating: {
    title: 'Checking every row',
    label: 'Rows checked',
    note: 'Emails and phones are compared with each other and with the accounts that exist. No account is created before you have seen the result.',
  },
  undoing: {
    title: 'Undoing the import',
    label: 'Rows undone',
    note: 'Accounts with a login or a change since the import stay as they are. You can leave this page or close the browser: this continues.',
  },
} as const;

/** Progress of what cannot be paused: the server's check of the file, and undoing the import. */
export function PhaseStep({ snapshot, phase, onCancel }: StepProps & { readonly phase: keyof typeof phases }) {
  const { title, label, note } = phases[phase];
  const [done, all] = progressOf(snapshot);
  return (
    <Panel title={title}>
      <Box sx={{ ...padding, py: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="body2">{label}</Typography>
          <Typography variant="body2">
            {formatCount(done)} of {formatCount(all)}
          </Typography>
        </Box>
        <LinearProgress variant="determinate" value={shareDone(snapshot) * 100} aria-label={label} sx={{ height: 8 }} />
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 560 }}>
          {note}
        </Typography>
        {phase === 'validating' && (
          <Button variant="outlined" onClick={onCancel} sx={{ mt: 3 }}>
            Cancel
          </Button>
        )}
      </Box>
    </Panel>
  );
}

interface CancelDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function CancelDialog({ snapshot, open, onClose }: CancelDialogProps) {
  const { id, fileName, invite, inviteAt, startedAt } = snapshot;
  const { act, busy } = useAct(importsApi.useCancelImportProcessingMutation(), 'The import could not be cancelled.');
  return (
    <ConfirmDialog
      open={open}
      title="Cancel this import?"
      confirmLabel="Cancel Import"
      dismissLabel="Keep Going"
      destructive
      busy={busy}
      onConfirm={() => void act({ importId: id }).then(onClose)}
      onClose={onClose}
    >
      <strong>{fileName}</strong> will stop
      {startedAt === null
        ? '. No user has been created from it.'
        : ` within a moment. Users who have been created stay${invite ? ' and are invited' : ''}.${inviteAt === null ? '' : ' The planned invitations are not sent.'}`}
    </ConfirmDialog>
  );
}
