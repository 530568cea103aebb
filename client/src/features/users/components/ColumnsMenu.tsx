import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';

import { CheckIcon, ColumnsIcon } from '~/ui/icons';
import { pageContent } from '~/ui/pageContent';

import { EXTRA_COLUMNS, type ExtraColumn } from '../useColumns';

interface ColumnsMenuProps {
  readonly columns: readonly ExtraColumn[];
  readonly onToggle: (column: ExtraColumn) => void;
}

/** Which further columns are shown. */
export function ColumnsMenu({ columns, onToggle }: ColumnsMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        size="small"
        startIcon={<ColumnsIcon sx={{ fontSize: 18 }} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        Columns
      </Button>
      <Menu
        container={pageContent}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => {
          setAnchor(null);
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
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
