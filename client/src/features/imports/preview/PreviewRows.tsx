import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { radius, shadow } from '~/theme/tokens';
import { useIsMobile } from '~/ui/useIsMobile';

import { type Field, FIELD_LABELS, type ImportRow } from '../api';
import { FileLine } from '../components/ImportStepper';
import { cellBinding, CellNotes, type CellProps, CellValue, type RowProps, type Shown } from '../mending/cells';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { useGrid } from '../mending/useGrid';
import type { Mending } from '../mending/useMending';
import { MaskedPassword, Problems, problemsOf } from './FieldValue';
import { DeleteRowButton, PreviewTable } from './PreviewTable';
import { EditedBy, RowBatches, RowVerdict, SelectPage, SelectRow } from './RowHead';

const values = { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', alignItems: 'start', rowGap: 0.25, m: 0, '& dt': { pt: 0.25 }, '& dd': { m: 0 } } as const;

/** Fields that a card shows without being asked. */
const IN_EVERY_CARD: readonly Field[] = ['fullName', 'email'];

/** The fields of a card in sight: what is wrong or changed stays there once it is mended. */
function useFieldsInSight({ row, shown: { saves } }: RowProps) {
  const [all, setAll] = useState(false);
  const matters = (field: Field) => problemsOf(row, field).length > 0 || row.before[field] !== undefined || saves.noteOf(row.row, field) !== undefined;
  const [first, setFirst] = useState(() => FIELDS_IN_SIGHT.filter(matters));
  const more = FIELDS_IN_SIGHT.filter((field) => matters(field) && !first.includes(field));
  if (more.length > 0) setFirst([...first, ...more]);
  return {
    all,
    fields: FIELDS_IN_SIGHT.filter((field) => all || IN_EVERY_CARD.includes(field) || first.includes(field)),
    toggle: () => setAll(!all),
  };
}

function Card(props: RowProps) {
  const { row, shown } = props;
  const now = shown.editedBy(row.row);
  const { all, fields, toggle } = useFieldsInSight(props);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1, '& + &': { borderTop: 1, borderColor: 'divider' }, ...(now !== undefined && { bgcolor: 'soft.accent' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 34 }}>
        <SelectRow {...props} />
        <Typography id={titleIdOf(row)} variant="subtitle2" component="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          Row {row.position}
        </Typography>
        <FileLine row={row} />
        <RowVerdict row={row} />
        <Box sx={{ flex: 1 }} />
        {row.status === 'invalid' && <DeleteRowButton {...props} />}
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
              <CardField row={row} field={field} shown={shown} />
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
function PreviewCards({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <Typography component="label" variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider', color: 'text.secondary' }}>
        <SelectPage shown={shown} />
        All on this page
      </Typography>
      <Box component="ul" aria-label="Rows of the file" sx={{ m: 0, p: 0, listStyle: 'none' }} {...shown.grid.handlers}>
        {shown.rows.map((row) => (
          <Card key={row.row} row={row} shown={shown} />
        ))}
      </Box>
    </>
  );
}

/** The id of the heading of a row's card. */
const titleIdOf = ({ row }: ImportRow) => `title-${row}`;
/** The id of the term of a field in a row's card. */
const labelIdOf = ({ row }: ImportRow, field: Field) => `label-${row}-${field}`;

/** One value of a card, which can be edited: the whole line is its button. */
function CardField(cell: CellProps) {
  const { row, field } = cell;
  const { isEdited, handlers } = cellBinding(cell);
  return (
    <>
      <Box
        {...handlers}
        {...(!isEdited && {
          role: 'button',
          // "Phone", "Row 3" and what stands in the cell.
          'aria-labelledby': `${labelIdOf(row, field)} ${titleIdOf(row)} ${handlers.id}`,
        })}
        tabIndex={isEdited ? -1 : 0}
        sx={{
          minHeight: 28,
          mx: -0.75,
          px: isEdited ? 0 : 0.75,
          py: 0.25,
          borderRadius: radius.mark,
          cursor: 'text',
          '&:active': { bgcolor: 'surface.sunken' },
          '&:focus-visible': { outline: 'none', boxShadow: shadow.focusInside },
        }}
      >
        <CellValue {...cell} />
      </Box>
      <CellNotes {...cell} />
    </>
  );
}

interface PreviewRowsProps {
  readonly rows: readonly ImportRow[];
  readonly mending: Mending;
  readonly onDelete: (row: ImportRow) => void;
}

/** One page of rows that can be mended: a grid, or cards in a narrow window. */
export function PreviewRows({ rows, mending, onDelete }: PreviewRowsProps) {
  const { saves, selection, editedBy } = mending;
  const isMobile = useIsMobile();
  const shown = { rows, grid: useGrid(rows, mending), saves, selection, editedBy, onDelete };
  return isMobile ? <PreviewCards shown={shown} /> : <PreviewTable shown={shown} />;
}
