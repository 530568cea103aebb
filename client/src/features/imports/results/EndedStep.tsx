import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { countOf } from '../format';
import { keptOf } from '../modes';
import { ResultsStep } from './ResultsStep';

/** The result of a stopped or undone import. */
function explain(snapshot: ImportSnapshot): string {
  const { state, reason, successCount, changed, unchanged, undone } = snapshot;
  const written = successCount - unchanged;
  if (state === 'failed') return reason ?? 'Upload failed. Please try again.';
  if (state === 'undone') {
    const kept = keptOf(snapshot);
    return `${countOf(undone, 'row was', 'rows were')} undone.${kept === 0 ? '' : ` ${countOf(kept, 'row was left as it is', 'rows were left as they are')}.`}`;
  }
  if (written === 0) return 'No user was created from this file.';
  const done = changed > 0 ? 'created or updated' : 'created';
  return `${countOf(written, 'user was', 'users were')} ${done} before that and will stay. Remaining rows were not imported.`;
}

/** A cancelled, failed or undone import: the reason, what was created and, once started, the outcome of each row. */
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
