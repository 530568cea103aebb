import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { AlertIcon, InfoIcon } from '~/ui/icons';

import type { RowEdit } from '../useRowEdit';

/** What an editor of a row must know: what somebody else has done to it, and what is wrong. It stands before it speaks. */
export function RowNotes({ edit }: { readonly edit: RowEdit }) {
  const { change, problem } = edit;
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {change !== null && (
        <Alert severity="info" role="presentation" icon={<InfoIcon fontSize="small" />}>
          {change} Save puts your choice in its place, Cancel leaves it so.
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
