import { Divider, Menu, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';

import { belowRight, pageContent, useAnchor } from './useAnchor';

interface MenuAct {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly destructive?: boolean;
  /** Has a line above it. */
  readonly begins?: boolean;
  readonly run: () => void;
}

interface ActsMenuProps {
  readonly label: string;
  /** False for one that cannot be chosen now. */
  readonly acts: readonly (MenuAct | false)[];
  readonly minWidth?: number;
  /** The button, with the props that make it open the menu. */
  readonly children: (button: ReturnType<typeof useAnchor>['button']) => ReactNode;
}

export function ActsMenu({ label, acts, minWidth = 180, children }: ActsMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  const choose = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <>
      {children(button)}
      <Menu container={pageContent} {...popup} {...belowRight} slotProps={{ list: { 'aria-label': label }, paper: { sx: { minWidth, mt: 0.5 } } }}>
        {acts
          .filter((act) => act !== false)
          .flatMap(({ label: name, icon, disabled = false, destructive = false, begins = false, run }) => [
            begins && <Divider key={`before ${name}`} />,
            <MenuItem key={name} disabled={disabled} onClick={choose(run)} {...(destructive && { sx: { color: 'error.main' } })}>
              {icon}
              {name}
            </MenuItem>,
          ])}
      </Menu>
    </>
  );
}
