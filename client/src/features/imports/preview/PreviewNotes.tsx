import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { InfoIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';

/** What is said before the names of the columns. */
export const columnsNote = ({ length }: readonly string[]) => (length === 1 ? 'This column is not imported: ' : 'These columns are not imported: ');

/** Remarks on the file as a whole. */
export function PreviewNotes({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { unknownHeaders } = snapshot;
  // The reason of the date order is shown beside the choice.
  const remarks = snapshot.dateOrder === null ? snapshot.remarks : [];
  const count = remarks.length + Number(unknownHeaders.length > 0);
  if (count === 0) return null;
  return (
    <Alert severity="info" role="note" icon={<InfoIcon fontSize="small" />}>
      <Box component="ul" sx={{ m: 0, pl: count > 1 ? 2 : 0, listStyle: count > 1 ? 'disc' : 'none' }}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {unknownHeaders.length > 0 && (
          <li>
            {columnsNote(unknownHeaders)}
            <strong>{unknownHeaders.join(', ')}</strong>
            {unknownHeaders.at(-1)?.endsWith('.') !== true && '.'}
          </li>
        )}
      </Box>
    </Alert>
  );
}
