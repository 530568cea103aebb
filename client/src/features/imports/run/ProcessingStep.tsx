import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { Figures } from '~/ui/Figures';
import { PauseIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { formatRate, formatTimeLeft } from '../format';
import { createdOf, rowsToDo } from '../modes';
import { percentDone, shareDone } from '../states';
import { LiveFeed } from './LiveFeed';
import { PauseButton } from './PauseButton';

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
      <Paper variant="outlined" component="section" aria-label="Progress" sx={{ overflow: 'hidden' }}>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2.5, pb: 2.5 }}>
          <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'baseline', gap: 1.5, mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
            <Typography variant="h2" component="p" sx={{ minWidth: '3.2ch' }}>
              {percentDone(snapshot)}%
            </Typography>
            <Typography variant="body2" sx={{ flex: 1, order: { xs: 1, sm: 0 }, minWidth: { xs: '100%', sm: 0 }, color: 'text.secondary' }}>
              {formatCount(processed)} of {formatCount(rowsToDo(snapshot))} rows of{' '}
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {fileName}
              </Box>
            </Typography>
            <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
              <PauseButton snapshot={snapshot} />
              <Button variant="outlined" size="small" onClick={onCancel}>
                Cancel Import
              </Button>
            </Box>
          </Box>
          <LinearProgress
            variant="determinate"
            value={shareDone(snapshot) * 100}
            aria-label="Rows processed"
            sx={{ height: 8 }}
          />
        </Box>
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Figures
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
          />
        </Box>
      </Paper>
      <LiveFeed recent={recent} />
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {isPaused
          ? 'You can leave this page or close the browser: this address shows the import, for every administrator of your company.'
          : 'You can leave this page or close the browser: the import continues, and this address shows it.'}
      </Typography>
    </Box>
  );
}
