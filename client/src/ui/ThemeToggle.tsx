import { t } from '@lingui/core/macro';
import { IconButton } from '@mui/material';

import { useColorMode } from '~/theme/colorMode';

import { MoonIcon, SunIcon } from './icons';

/**
 * Its icon follows the class of the body: the build draws pages without knowing the theme. On a drawn page it takes no
 * click until the application has come, which would not know of it.
 */
export function ThemeToggle() {
  const { mode, toggle } = useColorMode();
  const label = mode === 'dark' ? t`Switch to the light theme` : t`Switch to the dark theme`;
  return (
    <IconButton aria-label={label} title={label} inert={import.meta.env.SSR} onClick={toggle}>
      <SunIcon fontSize="small" className="in-dark" />
      <MoonIcon fontSize="small" className="in-light" />
    </IconButton>
  );
}
