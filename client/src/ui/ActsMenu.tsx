import { Divider, IconButton, ListItemText, Menu, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';

import { MoreIcon } from './icons';
import { belowRight, pageContent, useAnchor } from './useAnchor';

interface MenuAct {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly destructive?: boolean;
  /** Has a line above it. */
  readonly begins?: boolean;
  /** Stands below the label. */
  readonly hint?: string;
  readonly run: () => void;
}

interface ActsMenuProps {
  readonly label: string;
  /** False for one that cannot be chosen now. */
  readonly acts: readonly (MenuAct | false)[];
  readonly minWidth?: number;
  /** Leaves the page as it is below: locking its scrolling takes its sticky parts away. */
  readonly keepsPage?: boolean;
  /** The button, with the props that make it open the menu; three dots unless given. */
  readonly children?: (button: Button) => ReactNode;
}

type Button = ReturnType<typeof useAnchor>['button'];

function Dots({ label, button }: { readonly label: string; readonly button: Button }) {
  return (
    <IconButton size="small" aria-label={label} {...button}>
      <MoreIcon fontSize="small" />
    </IconButton>
  );
}

export function ActsMenu({ label, acts, minWidth = 180, keepsPage = false, children }: ActsMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  const choose = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <>
      {children?.(button) ?? <Dots label={label} button={button} />}
      <Menu container={pageContent} disableScrollLock={keepsPage} {...popup} {...belowRight} slotProps={{ list: { 'aria-label': label }, paper: { sx: { minWidth, mt: 0.5 } } }}>
        {acts
          .filter((act) => act !== false)
          .flatMap(({ label: name, icon, disabled = false, destructive = false, begins = false, hint, run }) => [
            begins && <Divider key={`before ${name}`} />,
            <MenuItem key={name} disabled={disabled} onClick={choose(run)} {...(hint !== undefined && { 'aria-label': name, 'aria-description': hint })} {...(destructive && { sx: { color: 'error.main' } })}>
              {icon}
              {hint === undefined ? name : <ListItemText primary={name} secondary={hint} sx={{ my: 0, maxWidth: 280, whiteSpace: 'normal' }} />}
            </MenuItem>,
          ])}
      </Menu>
    </>
  );
}
