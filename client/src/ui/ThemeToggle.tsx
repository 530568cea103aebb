import { IconButton } from '@mui/material';

import { useColorMode } from '~/theme/colorMode';

import { MoonIcon, SunIcon } from './icons';

/** Its icon follows the class of the body: the build draws pages without knowing the theme. */
export function ThemeToggle() {
  const { mode, toggle } = useColorMode();
  const label = mode === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <IconButton aria-label={label} title={label} onClick={toggle}>
      <SunIcon fontSize="small" className="in-dark" />
      <MoonIcon fontSize="small" className="in-light" />
    </IconButton>
  );
}
