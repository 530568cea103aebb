import Box from '@mui/material/Box';

import { ConfirmDialog } from '~/ui/ConfirmDialog';

import { countOf } from '../format';
import { labelOfField, shownValue } from './fields';
import type { Paste } from './usePaste';

/** So many cells are named. */
const NAMED = 5;

/** Asks once before a pasted block changes cells: how many, and the first of them. */
export function PasteDialog({ paste }: { readonly paste: Paste }) {
  const { cells, left } = paste.asked;
  const more = cells.length - NAMED;
  return (
    <ConfirmDialog
      open={paste.asking}
      title={`Change ${countOf(cells.length, 'cell', 'cells')} in ${paste.rows}?`}
      confirmLabel={`Change ${countOf(cells.length, 'Cell', 'Cells')}`}
      busy={paste.pasting}
      onConfirm={paste.confirm}
      onClose={paste.close}
    >
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {cells.slice(0, NAMED).map(({ row, field, text }) => (
          <li key={`${row.row} ${field}`}>
            Row {row.position}, {labelOfField(field).toLowerCase()}: {shownValue(field, row.values[field])} → <strong>{shownValue(field, text)}</strong>
          </li>
        ))}
        {more > 0 && <li>and {countOf(more, 'more cell', 'more cells')}</li>}
      </Box>
      {left > 0 && `${countOf(left, 'value has', 'values have')} no cell here and will be left out. `}
      The rows are checked again, and the change can be undone.
    </ConfirmDialog>
  );
}
