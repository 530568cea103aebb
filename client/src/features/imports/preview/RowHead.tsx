import { Box, Checkbox, Typography } from '@mui/material';

import { useClaims } from '~/api/session/slice';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, InfoIcon, WarningIcon } from '~/ui/icons';

import type { ImportRow } from '../api';
import { FileLine } from '../components/ImportStepper';
import type { Cells } from '../mending/cells';
import { idOf } from '../mending/fields';
import type { Mending } from '../mending/useMending';
import type { ShownRow } from '../states';
import { Problems, problemsOf } from './FieldValue';

export interface ShownRowsProps {
  readonly rows: readonly ImportRow[];
  readonly cells: Cells;
  readonly selection: Mending['selection'];
  /** Who has just edited a row. */
  readonly editedBy: Mending['editedBy'];
  readonly onDelete: (row: ImportRow) => void;
}

const icon = { fontSize: 16 } as const;

const verdicts = {
  valid: { label: 'Valid', color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  warning: { label: 'Warning', color: 'warning.main', icon: <WarningIcon sx={icon} /> },
  invalid: { label: 'Invalid', color: 'error.main', icon: <AlertIcon sx={icon} /> },
  new: { label: 'New', color: 'success.main', icon: <AddUserIcon sx={icon} /> },
  changed: { label: 'Changed', color: 'info.main', icon: <EditIcon sx={icon} /> },
  unchanged: { label: 'Unchanged', color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  leftOut: { label: 'Left out', color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
} as const;

/** The result of a row's check, or what a mode that updates does with it. */
export function RowVerdict({ row: { status, verdict } }: { readonly row: Pick<ShownRow, 'status' | 'verdict'> }) {
  const { label, color, icon: drawing } = verdicts[verdict ?? (status === 'invalid' || status === 'warning' ? status : 'valid')];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color }}>
      {drawing}
      {label}
    </Box>
  );
}

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

interface SelectRowProps extends Pick<ShownRowsProps, 'rows' | 'selection'> {
  readonly row: ImportRow;
  readonly tabIndex?: number;
  readonly onFocus?: () => void;
}

/** Selects a row; with Shift all rows since the one that was selected before. */
export function SelectRow({ row, rows, selection, tabIndex = 0, onFocus }: SelectRowProps) {
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(row.row)}
      onChange={(event) => {
        const { nativeEvent } = event;
        selection.toggle(row, rows, { range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey });
      }}
      slotProps={{ input: { id: idOf({ row: row.row, column: 'select' }), 'aria-label': `Select row ${row.position}`, tabIndex, onFocus } }}
      sx={{ p: 0.5, ml: -0.75 }}
    />
  );
}

/** Selects all rows of the page, or none of them. */
export function SelectPage({ rows, selection }: Pick<ShownRowsProps, 'rows' | 'selection'>) {
  const chosen = rows.filter(({ row }) => selection.isSelected(row)).length;
  return (
    <Checkbox
      size="small"
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => selection.togglePage(rows)}
      slotProps={{ input: { 'aria-label': 'Select all rows on this page' } }}
      sx={{ p: 0.5, ml: -0.75 }}
    />
  );
}

/** Whose edit a row is, where it was edited. */
export function EditedBy({ row, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  const own = useClaims()?.userId;
  const { editedBy } = row;
  if (editedBy === null && now === undefined) return null;
  const earlier = editedBy?.id === own ? 'Edited by you' : `Edited by ${editedBy?.fullName ?? ''}`;
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'block', overflowWrap: 'anywhere', color: now === undefined ? 'text.secondary' : 'primary.main', fontWeight: now === undefined ? 400 : 600 }}
    >
      {now === undefined ? earlier : `${now} is editing`}
    </Typography>
  );
}

/** The row's number, its line in the file, its verdict and who has edited it. */
export function RowHead({ row, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  return (
    <Box sx={{ minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75 }}>
        {row.position}
        <FileLine row={row} />
      </Box>
      <RowVerdict row={row} />
      <EditedBy row={row} now={now} />
    </Box>
  );
}
