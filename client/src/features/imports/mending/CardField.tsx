import Box from '@mui/material/Box';

import { radius, shadow } from '~/theme/tokens';

import type { Field, ImportRow } from '../api';
import { cellBinding, CellNotes, type CellProps, CellValue } from './cells';

/** Of the heading of a row's card. */
export const titleIdOf = ({ row }: ImportRow) => `title-${row}`;
/** Of the term of a field in a row's card. */
export const labelIdOf = ({ row }: ImportRow, field: Field) => `label-${row}-${field}`;

/** One value of a card, which can be edited: the whole line is its button. */
export function CardField(props: CellProps) {
  const { row, field, cells } = props;
  const { isEdited, handlers } = cellBinding(props);
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
        <CellValue row={row} field={field} cells={cells} />
      </Box>
      <CellNotes row={row} field={field} cells={cells} />
    </>
  );
}
