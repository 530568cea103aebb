import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { FIELD_LABELS, type ImportRow } from '../api';
import { FileLine } from '../components/FileLine';
import { CardField, labelIdOf, titleIdOf } from '../mending/CardField';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { Problems, problemsOf } from './FieldValue';
import { MaskedPassword } from './MaskedPassword';
import type { ShownRowsProps } from './PreviewRows';
import { DeleteRowButton } from './PreviewTable';
import { EditedBy } from './RowHead';
import { RowVerdict } from './RowVerdict';
import { SelectPage, SelectRow } from './SelectRow';

const values = { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', alignItems: 'baseline', rowGap: 0.25, m: 0, '& dd': { m: 0 } } as const;

function Card({ row, rows, cells, selection, editedBy, onDelete }: ShownRowsProps & { readonly row: ImportRow }) {
  const now = editedBy(row.row);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 2, '& + &': { borderTop: 1, borderColor: 'divider' }, ...(now !== undefined && { bgcolor: 'soft.accent' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 34, mb: 1 }}>
        <SelectRow row={row} rows={rows} selection={selection} />
        <Typography id={titleIdOf(row)} variant="subtitle2" component="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          Row {row.position}
        </Typography>
        <FileLine row={row} />
        <RowVerdict row={row} />
        <Box sx={{ flex: 1 }} />
        {row.status === 'invalid' && <DeleteRowButton row={row} onDelete={onDelete} />}
      </Box>
      <EditedBy row={row} now={now} />
      <Problems problems={problemsOf(row, 'row')} />
      <Box component="dl" sx={values}>
        {FIELDS_IN_SIGHT.map((field) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Typography id={labelIdOf(row, field)} component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {FIELD_LABELS[field]}
            </Typography>
            <Typography component="dd" variant="body2">
              <CardField row={row} field={field} cells={cells} />
            </Typography>
          </Box>
        ))}
        <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
          Password
        </Typography>
        <Typography component="dd" variant="body2" sx={{ color: 'text.secondary' }}>
          <MaskedPassword row={row} />
        </Typography>
      </Box>
    </Box>
  );
}

/** The rows as cards, for narrow windows. */
export function PreviewCards(props: ShownRowsProps) {
  const { rows, cells, selection } = props;
  return (
    <>
      <Typography component="label" variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider', color: 'text.secondary' }}>
        <SelectPage rows={rows} selection={selection} />
        All on this page
      </Typography>
      <Box component="ul" aria-label="Rows of the file" sx={{ m: 0, p: 0, listStyle: 'none' }} {...cells.grid.handlers}>
        {rows.map((row) => (
          <Card key={row.row} {...props} row={row} />
        ))}
      </Box>
    </>
  );
}
