import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { Panel } from '~/ui/Panel';

import type { ImportSnapshot } from '../api';
import { shareDone } from '../states';

/** Progress of undoing an import. */
export function UndoingStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { undone, successCount, unchanged } = snapshot;
  return (
    <Panel title="Undoing the import">
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="body2">Rows undone</Typography>
          <Typography variant="body2">
            {formatCount(undone)} of {formatCount(successCount - unchanged)}
          </Typography>
        </Box>
        <LinearProgress variant="determinate" value={shareDone(snapshot) * 100} aria-label="Rows undone" sx={{ height: 8 }} />
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 560 }}>
          Accounts with a login or a change since the import stay as they are. You can leave this page or close the browser: this continues.
        </Typography>
      </Box>
    </Panel>
  );
}
