import Box from '@mui/material/Box';

import { radius, shadow } from '~/theme/tokens';

import { CellNotes, type CellProps, CellValue } from './cells';
import { idOf } from './places';

interface GridCellProps extends CellProps {
  /** The number of its column. */
  readonly index: number;
}

/** One value of the grid, which can be edited. */
export function GridCell({ row, field, cells, index, strong = false }: GridCellProps) {
  const { grid } = cells;
  const place = { row: row.row, column: field };
  const isEdited = grid.editorOf(row.row, field) !== null;
  return (
    <Box
      id={idOf(place)}
      role="gridcell"
      aria-colindex={index}
      tabIndex={grid.isActive(place) ? 0 : -1}
      onFocus={() => {
        grid.onFocus(place);
      }}
      onClick={(event) => {
        grid.onClick(event, place);
      }}
      sx={{
        minHeight: 26,
        mx: -0.75,
        px: isEdited ? 0 : 0.75,
        py: isEdited ? 0 : 0.375,
        borderRadius: radius.mark,
        cursor: 'text',
        '&:hover': { bgcolor: isEdited ? 'transparent' : 'surface.sunken' },
        '&:focus, &:focus-visible': { outline: 'none', boxShadow: shadow.focusInside },
      }}
    >
      <CellValue row={row} field={field} cells={cells} strong={strong} />
      <CellNotes row={row} field={field} cells={cells} />
    </Box>
  );
}
