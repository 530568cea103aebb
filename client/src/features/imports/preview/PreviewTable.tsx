import { Box, IconButton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Tooltip } from '@mui/material';

import { TEXT_FIELDS } from '~/api/fields';
import { radius, shadow } from '~/theme/tokens';
import { TrashIcon } from '~/ui/icons';

import { type Field, FIELD_LABELS } from '../api';
import { FileLine } from '../components/ImportStepper';
import { cellBinding, CellNotes, type CellProps, CellValue, type RowProps, type Shown } from '../mending/cells';
import { idOf, type Place } from '../mending/fields';
import { MaskedPassword, Problems, problemsOf } from './FieldValue';
import { EditedBy, RowBatches, RowVerdict, SelectPage, SelectRow } from './RowHead';

/** A message of this length may not fit two lines of the narrowest column. */
const LONG = 24;

/** One value of the grid, which can be edited. What its messages cut off is shown while it has the pointer or the focus. */
function GridCell(cell: CellProps) {
  const { row, field, shown } = cell;
  const { place, isEdited, handlers } = cellBinding(cell);
  const problems = problemsOf(row, field);
  const isCut = !isEdited && problems.some(({ message }) => message.length > LONG);
  return (
    <Tooltip describeChild title={isCut ? problems.map(({ message }) => <div key={message}>{message}</div>) : ''} placement="bottom-start">
      <Box
        {...handlers}
        role="gridcell"
        aria-colindex={indexOf(field)}
        tabIndex={shown.grid.isActive(place) ? 0 : -1}
        sx={{
          minHeight: 24,
          mx: -0.75,
          px: isEdited ? 0 : 0.75,
          py: isEdited ? 0 : 0.25,
          borderRadius: radius.mark,
          cursor: 'text',
          '&:hover': { bgcolor: isEdited ? 'transparent' : 'surface.sunken' },
          '&:focus, &:focus-visible': { outline: 'none', boxShadow: shadow.focusInside },
        }}
      >
        <CellValue {...cell} strong={field === 'fullName'} />
        <CellNotes {...cell} short />
      </Box>
    </Tooltip>
  );
}

/** Deletes an invalid row; its name says which. Both Tab and the arrows reach it. */
export function DeleteRowButton({ row, shown, onFocus }: RowProps & { readonly onFocus?: () => void }) {
  const label = `Delete row ${row.position}`;
  return (
    <Tooltip title={label}>
      <IconButton id={idOf({ row: row.row, column: 'delete' })} size="small" aria-label={label} onFocus={onFocus} onClick={() => shown.onDelete(row)}>
        <TrashIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Tooltip>
  );
}

/** Columns as they are seen: two fields may stand one below the other. */
const stacks: readonly { readonly width?: number; readonly fields: readonly Field[] }[] = [
  { fields: ['fullName', 'email'] },
  { width: 132, fields: ['phone'] },
  { width: 104, fields: ['dateOfBirth'] },
  { width: 116, fields: ['gender'] },
  ...TEXT_FIELDS.map((field) => ({ width: 108, fields: [field] })),
  { width: 140, fields: ['profile', 'role'] },
];
const order = stacks.flatMap(({ fields }) => fields);
/** The number of a field's column; the first is the row's. */
const indexOf = (field: Field) => order.indexOf(field) + 2;
const PASSWORD = order.length + 2;
const look = {
  minWidth: 1040,
  tableLayout: 'fixed',
  '& td': { verticalAlign: 'top', py: 0.5, fontSize: '0.8125rem' },
  '& th': { py: 0.25 },
  '& td, & th': { pl: 2, pr: 0, '&:first-of-type': { pl: 2.5 } },
} as const;

function Heads({ shown }: { readonly shown: Shown }) {
  return (
    <TableHead>
      <TableRow>
        <TableCell aria-colindex={1} sx={{ width: 124 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <SelectPage shown={shown} />
            Row
          </Box>
        </TableCell>
        {stacks.map(({ width, fields }) => (
          <TableCell key={fields[0]} role="presentation" sx={{ width }}>
            {fields.map((field, place) => (
              <span key={field}>
                {place > 0 && <span aria-hidden> and </span>}
                <span role="columnheader" aria-colindex={indexOf(field)}>
                  {place > 0 ? FIELD_LABELS[field].toLowerCase() : FIELD_LABELS[field]}
                </span>
              </span>
            ))}
          </TableCell>
        ))}
        <TableCell aria-colindex={PASSWORD} sx={{ width: 78 }}>
          Password
        </TableCell>
        <TableCell aria-colindex={PASSWORD + 1} sx={{ width: 46 }}>
          <span className="visually-hidden">Actions</span>
        </TableCell>
      </TableRow>
    </TableHead>
  );
}

function Row({ row, shown }: RowProps) {
  const { grid, selection } = shown;
  const now = shown.editedBy(row.row);
  const focusable = (column: Place['column']) => {
    const place = { row: row.row, column };
    return {
      tabIndex: grid.isActive(place) ? 0 : -1,
      onFocus: () => grid.onFocus(place),
    };
  };
  return (
    <TableRow
      selected={selection.isSelected(row.row)}
      aria-selected={selection.isSelected(row.row)}
      sx={{
        '&:last-of-type td': { borderBottom: 0 },
        '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'soft.accent' },
        ...(now !== undefined && { bgcolor: 'soft.accent' }),
      }}
    >
      <TableCell role="gridcell" aria-colindex={1}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, '& > .MuiCheckbox-root': { mt: -0.25 } }}>
          <SelectRow row={row} shown={shown} {...focusable('select')} />
          <Box sx={{ minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75 }}>
              {row.position}
              <FileLine row={row} />
            </Box>
            <RowVerdict row={row} />
            <EditedBy row={row} now={now} />
          </Box>
        </Box>
      </TableCell>
      {stacks.map(({ fields }) => (
        <TableCell key={fields[0]} role="presentation" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {fields.map((field) => (
            <GridCell key={field} row={row} field={field} shown={shown} />
          ))}
          {fields.includes('email') && <Problems problems={problemsOf(row, 'row')} />}
          {fields.includes('email') && <RowBatches row={row} />}
        </TableCell>
      ))}
      <TableCell role="gridcell" aria-readonly aria-colindex={PASSWORD} sx={{ color: 'text.secondary' }}>
        <MaskedPassword row={row} />
      </TableCell>
      <TableCell role="gridcell" aria-colindex={PASSWORD + 1}>
        {row.status === 'invalid' && <DeleteRowButton row={row} shown={shown} onFocus={focusable('delete').onFocus} />}
      </TableCell>
    </TableRow>
  );
}

/** The checked rows as a grid, each cell with its errors and its editor. */
export function PreviewTable({ shown }: { readonly shown: Shown }) {
  return (
    <TableContainer>
      <Table role="grid" aria-label="Rows of the file" aria-colcount={PASSWORD + 1} aria-multiselectable sx={look}>
        <Heads shown={shown} />
        <TableBody {...shown.grid.handlers}>
          {shown.rows.map((row) => (
            <Row key={row.row} row={row} shown={shown} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
