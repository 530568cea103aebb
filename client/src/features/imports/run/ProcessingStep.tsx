import { Alert, Box, Button, Typography } from '@mui/material';

import { formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';
import { PauseIcon, PlayIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { ProgressPanel } from '~/ui/ProgressPanel';
import { useAct } from '~/ui/toasts/useAct';

import { type ImportSnapshot, type RecentRow, usePauseRunningImportMutation, useResumePausedImportMutation } from '../api';
import { createdOf, rowsToDo, shareDone } from '../states';

const icon = { fontSize: 16 } as const;

/** Pauses a running import at its next chunk, and resumes a paused one. It keeps its place and the focus. */
export function PauseButton({ snapshot: { id, state } }: { readonly snapshot: ImportSnapshot }) {
  const isPaused = state === 'paused';
  const pause = useAct(usePauseRunningImportMutation(), 'The import could not be paused.');
  const resume = useAct(useResumePausedImportMutation(), 'The import could not be resumed.');
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

interface ProcessingStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Progress of a running or paused import. Nothing moves while the numbers change. */
export function ProcessingStep({ snapshot, onCancel }: ProcessingStepProps) {
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
