import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

import { BRAND_NAME } from '~/lib/brand';
import { layout } from '~/theme/tokens';
import { MenuIcon } from '~/ui/icons';
import { Logo } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';

interface TopBarProps {
  readonly menuExpanded: boolean;
  readonly onToggleMenu: () => void;
  /** What other features show here, such as a running import. */
  readonly tray: ReactNode;
}

export function TopBar({ menuExpanded, onToggleMenu, tray }: TopBarProps) {
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: layout.topBar,
        px: { xs: 1, sm: 1.5 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Tooltip title={menuExpanded ? 'Collapse menu' : 'Expand menu'}>
        <IconButton aria-label="Toggle menu" aria-expanded={menuExpanded} aria-controls="sidebar" onClick={onToggleMenu}>
          <MenuIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Link component={RouterLink} to="/dashboard" underline="none" aria-label={`${BRAND_NAME}, to the dashboard`} sx={{ display: 'flex', p: 0.5 }}>
        <Logo size={22} />
      </Link>
      <Box sx={{ flex: 1 }} />
      {tray}
      <ThemeToggle />
    </Box>
  );
}
