import Box from '@mui/material/Box';

import type { ImportRow } from '../api';
import { Problems, problemsOf } from './FieldValue';

/** The batches that a row names, with what is wrong with them: they are no cell, and are changed in the file. */
export function RowBatches({ row }: { readonly row: ImportRow }) {
  const problems = problemsOf(row, 'batch');
  if (row.batch === '' && problems.length === 0) return null;
  return (
    <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {row.batch !== '' && `Batch: ${row.batch}`}
      <Problems problems={problems} />
    </Box>
  );
}
