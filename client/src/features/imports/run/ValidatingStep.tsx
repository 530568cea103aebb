import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { Panel } from '~/ui/Panel';

import type { ImportSnapshot } from '../api';
import { shareDone } from '../states';

interface ValidatingStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Progress of the server's check of the file. */
export function ValidatingStep({ snapshot, onCancel }: ValidatingStepProps) {
  const { checkedRows, totalRows } = snapshot;
  return (
    <Panel title="Checking every row">
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="body2">Rows checked</Typography>
          <Typography variant="body2">
            {formatCount(checkedRows)} of {formatCount(totalRows)}
          </Typography>
        </Box>
        <LinearProgress variant="determinate" value={shareDone(snapshot) * 100} aria-label="Rows checked" />
        <Typography variant="body2" sx={{ mt: 2, mb: 3, color: 'text.secondary', maxWidth: 560 }}>
          Emails and phones are compared with each other and with the accounts that exist. No account is created before you
          have seen the result.
        </Typography>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
    </Panel>
  );
}
