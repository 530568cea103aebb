import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

import { radius, shadow } from '~/theme/tokens';

import { problemsOf } from '../preview/FieldValue';
import { cellBinding, CellNotes, type CellProps, CellValue } from './cells';

interface GridCellProps extends CellProps {
  /** The number of its column. */
  readonly index: number;
}

/** A message of this length may not fit two lines of the narrowest column. */
const LONG = 24;

/** One value of the grid, which can be edited. What its messages cut off is shown while it has the pointer or the focus. */
export function GridCell(props: GridCellProps) {
  const { row, field, cells, index, strong = false } = props;
  const { place, isEdited, handlers } = cellBinding(props);
  const problems = problemsOf(row, field);
  const isCut = !isEdited && problems.some(({ message }) => message.length > LONG);
  return (
    <Tooltip describeChild title={isCut ? problems.map(({ message }) => <div key={message}>{message}</div>) : ''} placement="bottom-start">
      <Box
        {...handlers}
        role="gridcell"
        aria-colindex={index}
        tabIndex={cells.grid.isActive(place) ? 0 : -1}
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
        <CellValue row={row} field={field} cells={cells} strong={strong} />
        <CellNotes row={row} field={field} cells={cells} short />
      </Box>
    </Tooltip>
  );
}
