import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { Figures } from '~/ui/Figures';

import type { ImportSnapshot } from '../api';
import { formatRate, formatTimeLeft } from '../format';
import { percentDone, shareDone } from '../states';
import { LiveFeed } from './LiveFeed';

interface ProcessingStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Progress of a running import. Nothing moves while the numbers change. */
export function ProcessingStep({ snapshot, onCancel }: ProcessingStepProps) {
  const { fileName, processed, validRows, invalidRows, successCount, errorCount, ratePerSecond, etaSeconds, recent } = snapshot;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Paper variant="outlined" component="section" aria-label="Progress" sx={{ overflow: 'hidden' }}>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2.5, pb: 2.5 }}>
          <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'baseline', gap: 1.5, mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
            <Typography variant="h2" component="p" sx={{ minWidth: '3.2ch' }}>
              {percentDone(snapshot)}%
            </Typography>
            <Typography variant="body2" sx={{ flex: 1, order: { xs: 1, sm: 0 }, minWidth: { xs: '100%', sm: 0 }, color: 'text.secondary' }}>
              {formatCount(processed)} of {formatCount(validRows)} rows of{' '}
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {fileName}
              </Box>
            </Typography>
            <Button variant="outlined" size="small" onClick={onCancel} sx={{ ml: 'auto' }}>
              Cancel Import
            </Button>
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
              { term: 'Created', value: formatCount(successCount), tone: 'success' },
              {
                term: 'Failed',
                value: formatCount(errorCount),
                tone: 'error',
                ...(invalidRows > 0 && { note: `${formatCount(invalidRows)} invalid in the file` }),
              },
              { term: 'Rows per second', value: formatRate(ratePerSecond) },
              { term: 'Time left', value: formatTimeLeft(etaSeconds) },
            ]}
          />
        </Box>
      </Paper>
      <LiveFeed recent={recent} />
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        You can leave this page or close the browser: the import continues, and this address shows it.
      </Typography>
    </Box>
  );
}
