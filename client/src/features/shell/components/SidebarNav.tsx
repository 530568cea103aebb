import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { NavLink } from 'react-router';

import { radius } from '~/theme/tokens';

import { sidebarItems } from '../items';

interface SidebarNavProps {
  readonly profile: string | null | undefined;
  readonly collapsed: boolean;
  readonly onNavigate: () => void;
}

/** The main navigation, with the current page marked. */
export function SidebarNav({ profile, collapsed, onNavigate }: SidebarNavProps) {
  return (
    <Box component="nav" aria-label="Main" sx={{ flex: 1, p: 1.5 }}>
      <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
        {sidebarItems(profile).map(({ label, to, icon }) => (
          <li key={to}>
            <Tooltip title={collapsed ? label : ''} placement="right">
              <ButtonBase
                component={NavLink}
                to={to}
                end={to === '/dashboard'}
                onClick={onNavigate}
                aria-label={collapsed ? label : undefined}
                sx={{
                  justifyContent: collapsed ? 'center' : 'flex-start',
                  gap: 1.5,
                  width: '100%',
                  height: 38,
                  px: 1.25,
                  borderRadius: radius.control,
                  fontSize: '0.875rem',
                  fontWeight: 500,
                  color: 'text.secondary',
                  transition: 'background-color 120ms, color 120ms',
                  '&:hover': { bgcolor: 'surface.sunken', color: 'text.primary' },
                  '&.active': { bgcolor: 'soft.accent', color: 'primary.main' },
                }}
              >
                {icon}
                {!collapsed && label}
              </ButtonBase>
            </Tooltip>
          </li>
        ))}
      </Box>
    </Box>
  );
}
