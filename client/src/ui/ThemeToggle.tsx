import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

import { useColorMode } from '~/theme/colorMode';

import { MoonIcon, SunIcon } from './icons';

export function ThemeToggle() {
  const { mode, toggle } = useColorMode();
  const label = mode === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={toggle}>
        {mode === 'dark' ? <SunIcon fontSize="small" /> : <MoonIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
