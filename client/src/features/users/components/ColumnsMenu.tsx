import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import { CheckIcon, ColumnsIcon } from '~/ui/icons';
import { pageContent } from '~/ui/pageContent';
import { belowRight, useAnchor } from '~/ui/useAnchor';

import { EXTRA_COLUMNS, type ExtraColumn } from '../useColumns';

interface ColumnsMenuProps {
  readonly columns: readonly ExtraColumn[];
  readonly onToggle: (column: ExtraColumn) => void;
}

/** Which further columns are shown. */
export function ColumnsMenu({ columns, onToggle }: ColumnsMenuProps) {
  const { button, popup } = useAnchor('menu');
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        size="small"
        startIcon={<ColumnsIcon sx={{ fontSize: 18 }} />}
        {...button}
      >
        Columns
      </Button>
      <Menu
        container={pageContent}
        {...popup}
        {...belowRight}
        slotProps={{ list: { 'aria-label': 'Further columns' }, paper: { sx: { width: 200, mt: 0.5 } } }}
      >
        {(Object.keys(EXTRA_COLUMNS) as ExtraColumn[]).map((column) => (
          <MenuItem
            key={column}
            role="menuitemcheckbox"
            aria-checked={columns.includes(column)}
            onClick={() => {
              onToggle(column);
            }}
          >
            <CheckIcon sx={{ fontSize: 18, visibility: columns.includes(column) ? 'visible' : 'hidden', color: 'primary.main' }} />
            {EXTRA_COLUMNS[column]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
