import IconButton from '@mui/material/IconButton';

import { useColorMode } from '~/theme/colorMode';

import { MoonIcon, SunIcon } from './icons';

export function ThemeToggle() {
  const { mode, toggle } = useColorMode();
  const label = mode === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <IconButton aria-label={label} title={label} onClick={toggle}>
      {mode === 'dark' ? <SunIcon fontSize="small" /> : <MoonIcon fontSize="small" />}
    </IconButton>
  );
}
