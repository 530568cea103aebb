import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { FIELD_LABELS, FIELDS } from '../api';
import { FileLine } from '../components/FileLine';
import { FieldValue, Problems, problemsOf } from './FieldValue';
import { MaskedPassword } from './MaskedPassword';
import { DeleteRowButton, type PreviewRowsProps } from './PreviewTable';
import { RowVerdict } from './RowVerdict';

/** The rows as cards, for narrow windows. */
export function PreviewCards({ rows, onDelete }: PreviewRowsProps) {
  return (
    <Box component="ul" aria-label="Rows of the file" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box component="li" key={row.row} sx={{ px: 2, py: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 34, mb: 1 }}>
            <Typography variant="subtitle2" component="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              Row {row.position}
            </Typography>
            <FileLine row={row} />
            <RowVerdict status={row.status} />
            <Box sx={{ flex: 1 }} />
            {row.status === 'invalid' && <DeleteRowButton row={row} onDelete={onDelete} />}
          </Box>
          <Problems problems={problemsOf(row, 'row')} />
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', rowGap: 0.75, m: 0, '& dd': { m: 0 } }}
          >
            {FIELDS.map((field) => (
              <Box key={field} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                  {FIELD_LABELS[field]}
                </Typography>
                <Typography component="dd" variant="body2">
                  <FieldValue row={row} field={field} />
                </Typography>
              </Box>
            ))}
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              Password
            </Typography>
            <Typography component="dd" variant="body2" sx={{ color: 'text.secondary' }}>
              <MaskedPassword />
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
