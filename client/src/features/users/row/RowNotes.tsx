import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { RowEdit } from './useRowEdit';

/** A change made elsewhere and the problem of a row in editing. Rendered empty first, so that screen readers announce it. */
export function RowNotes({ edit }: { readonly edit: RowEdit }) {
  const { change, problem } = edit;
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {change !== null && (
        <Alert severity="info" role="presentation" icon={<InfoIcon fontSize="small" />}>
          {change} Save overwrites that change. Cancel keeps it.
        </Alert>
      )}
      {problem !== null && (
        <Alert severity="error" role="presentation" icon={<AlertIcon fontSize="small" />}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}
