import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import { MoreIcon } from '~/ui/icons';
import { useAnchor } from '~/ui/useAnchor';

interface Act {
  readonly label: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** On a phone: what else can be done with the file. */
export function MoreButton({ acts }: { readonly acts: readonly Act[] }) {
  const { button, popup, close } = useAnchor('menu');
  return (
    <>
      <IconButton aria-label="More" {...button}>
        <MoreIcon />
      </IconButton>
      <Menu {...popup} slotProps={{ list: { 'aria-label': 'More' } }}>
        {acts.map(({ label, disabled = false, run }) => (
          <MenuItem
            key={label}
            disabled={disabled}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
