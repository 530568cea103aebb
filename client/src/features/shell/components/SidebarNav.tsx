import { Box, ButtonBase, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

import { isProfile, type Profile, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { HomeIcon, SettingsIcon, UsersIcon } from '~/ui/icons';

export interface SidebarItem {
  readonly label: string;
  readonly to: string;
  readonly icon: ReactNode;
}

interface RestrictedItem extends SidebarItem {
  /** Every profile without it. */
  readonly profiles?: readonly Profile[];
}

const items: readonly RestrictedItem[] = [
  { label: 'Dashboard', to: '/dashboard', icon: <HomeIcon fontSize="small" /> },
  { label: 'User Management', to: '/dashboard/users', icon: <UsersIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: 'Settings', to: '/dashboard/settings', icon: <SettingsIcon fontSize="small" />, profiles: SETTINGS_PROFILES },
];

/** The sidebar's items for a profile. */
export function sidebarItems(profile: string | null | undefined): readonly SidebarItem[] {
  return items.filter(({ profiles }) => profiles === undefined || (isProfile(profile) && profiles.includes(profile)));
}

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
