import IconButton from '@mui/material/IconButton';

import { useColorMode } from '~/theme/colorMode';

import { MoonIcon, SunIcon } from './icons';

/** Its icon follows the class of the body: pages that are drawn at build time toggle it without React. */
export function ThemeToggle() {
  const { mode, toggle } = useColorMode();
  const label = mode === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <IconButton aria-label={label} title={label} onClick={toggle} data-theme-toggle>
      <SunIcon fontSize="small" className="in-dark" />
      <MoonIcon fontSize="small" className="in-light" />
    </IconButton>
  );
}
