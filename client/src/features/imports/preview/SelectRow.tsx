import Checkbox from '@mui/material/Checkbox';

import type { ImportRow } from '../api';
import { idOf } from '../mending/places';
import type { ShownRowsProps } from './PreviewRows';

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
      onChange={() => {
        selection.togglePage(rows);
      }}
      slotProps={{ input: { 'aria-label': 'Select all rows on this page' } }}
      sx={{ p: 0.5, ml: -0.75 }}
    />
  );
}
