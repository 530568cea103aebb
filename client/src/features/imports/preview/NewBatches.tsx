import Alert from '@mui/material/Alert';

import { InfoIcon } from '~/ui/icons';

/** The batches that the start of the import makes. */
export function NewBatches({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert severity="info" role="note" icon={<InfoIcon fontSize="small" />} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {names.length === 1 ? 'A new batch is made: ' : `${names.length} new batches are made: `}
      <strong>{names.join(', ')}</strong>
    </Alert>
  );
}
