import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { type Field, FIELD_LABELS, type ImportRow } from '../api';
import { FileLine } from '../components/FileLine';
import { CardField, labelIdOf, titleIdOf } from '../mending/CardField';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { Problems, problemsOf } from './FieldValue';
import { MaskedPassword } from './MaskedPassword';
import type { ShownRowsProps } from './PreviewRows';
import { DeleteRowButton } from './PreviewTable';
import { RowBatches } from './RowBatches';
import { EditedBy } from './RowHead';
import { RowVerdict } from './RowVerdict';
import { SelectPage, SelectRow } from './SelectRow';

const values = { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', alignItems: 'start', rowGap: 0.25, m: 0, '& dt': { pt: 0.25 }, '& dd': { m: 0 } } as const;

/** Fields that a card shows without being asked. */
const IN_EVERY_CARD: readonly Field[] = ['fullName', 'email'];

/** The fields of a card in sight: what is wrong or changed stays there once it is mended. */
function useFieldsInSight(row: ImportRow, { saves }: ShownRowsProps['cells']) {
  const [all, setAll] = useState(false);
  const matters = (field: Field) => problemsOf(row, field).length > 0 || row.before[field] !== undefined || saves.noteOf(row.row, field) !== undefined;
  const [first, setFirst] = useState(() => FIELDS_IN_SIGHT.filter(matters));
  const more = FIELDS_IN_SIGHT.filter((field) => matters(field) && !first.includes(field));
  if (more.length > 0) setFirst([...first, ...more]);
  return {
    all,
    fields: FIELDS_IN_SIGHT.filter((field) => all || IN_EVERY_CARD.includes(field) || first.includes(field)),
    toggle: () => {
      setAll(!all);
    },
  };
}

function Card({ row, rows, cells, selection, editedBy, onDelete }: ShownRowsProps & { readonly row: ImportRow }) {
  const now = editedBy(row.row);
  const { all, fields, toggle } = useFieldsInSight(row, cells);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1, '& + &': { borderTop: 1, borderColor: 'divider' }, ...(now !== undefined && { bgcolor: 'soft.accent' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 34 }}>
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
      <RowBatches row={row} />
      <Box component="dl" sx={values}>
        {fields.map((field) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Typography id={labelIdOf(row, field)} component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {FIELD_LABELS[field]}
            </Typography>
            <Typography component="dd" variant="body2">
              <CardField row={row} field={field} cells={cells} />
            </Typography>
          </Box>
        ))}
        {all && (
          <>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              Password
            </Typography>
            <Typography component="dd" variant="body2" sx={{ color: 'text.secondary' }}>
              <MaskedPassword row={row} />
            </Typography>
          </>
        )}
      </Box>
      <Button size="small" variant="text" color="inherit" aria-expanded={all} aria-describedby={titleIdOf(row)} onClick={toggle} sx={{ ml: -1.25, color: 'text.secondary' }}>
        {all ? 'Show fewer fields' : 'Show all fields'}
      </Button>
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
