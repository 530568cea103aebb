import Typography from '@mui/material/Typography';

import type { ImportRow } from '../api';

/** The row's line in the file, as a spreadsheet counts it. Unlike `position` it never changes. */
export function FileLine({ row: { line } }: { readonly row: ImportRow }) {
  if (line === null) return null;
  return (
    <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
      Line {line}
    </Typography>
  );
}
