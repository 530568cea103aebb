import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { countOf } from '../format';
import { ResultsStep } from './ResultsStep';

/** The result of a stopped import. */
function explain({ state, reason, successCount }: ImportSnapshot): string {
  if (state === 'failed') return reason ?? 'Upload failed. Please try again.';
  if (successCount === 0) return 'No user was created from this file.';
  return `${countOf(successCount, 'user was', 'users were')} created before that and will stay. Remaining rows were not imported.`;
}

/** A cancelled or failed import: the reason, what was created and, once started, the outcome of each row. */
export function EndedStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const failed = snapshot.state === 'failed';
  const Icon = failed ? AlertIcon : InfoIcon;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={failed ? 'error' : 'info'} role="note" icon={<Icon fontSize="small" />}>
        {explain(snapshot)}
      </Alert>
      {snapshot.startedAt !== null && <ResultsStep snapshot={snapshot} />}
    </Box>
  );
}
