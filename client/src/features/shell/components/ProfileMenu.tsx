import { Avatar, Box, ButtonBase, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { initials } from '~/lib/format';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { ChevronUpDownIcon, LogoutIcon, UserIcon } from '~/ui/icons';
import { useAnchor } from '~/ui/useAnchor';

interface ProfileMenuProps {
  readonly fullName: string;
  readonly email: string;
  readonly profile: string | null | undefined;
  readonly collapsed: boolean;
  /** The path of the user's own account. */
  readonly profilePath: string;
  readonly onNavigate: () => void;
  readonly onLogout: () => void;
}

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The current user, at the foot of the sidebar, and how to log out. */
export function ProfileMenu({ fullName, email, profile, collapsed, profilePath, onNavigate, onLogout }: ProfileMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  return (
    <Box sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        {...button}
        sx={{
          width: '100%',
          gap: 1.25,
          p: 0.75,
          borderRadius: radius.menu,
          justifyContent: collapsed ? 'center' : 'flex-start',
          textAlign: 'left',
          '&:hover': { bgcolor: 'surface.sunken' },
        }}
      >
        <span className="visually-hidden">Account: {collapsed && fullName}</span>
        <Avatar aria-hidden sx={{ width: 30, height: 30, fontSize: 12, fontWeight: 600, bgcolor: 'soft.accent', color: 'primary.main' }}>
          {initials(fullName)}
        </Avatar>
        {!collapsed && (
          <>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 500, lineHeight: 1.3, ...ellipsis }}>
                {fullName}
              </Typography>
              <Typography variant="caption" sx={{ display: 'block', lineHeight: 1.3, color: 'text.secondary', ...ellipsis }}>
                {isProfile(profile) ? PROFILE_LABELS[profile] : 'Applicant'}
              </Typography>
            </Box>
            <ChevronUpDownIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
          </>
        )}
      </ButtonBase>
      <Menu
        {...popup}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { width: 224, mt: -1 } }, list: { 'aria-label': `${fullName}, ${email}` } }}
      >
        <Box component="li" aria-hidden sx={{ px: 2, py: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 500, ...ellipsis }}>
            {fullName}
          </Typography>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', ...ellipsis }}>
            {email}
          </Typography>
        </Box>
        <Divider component="li" sx={{ my: 0.5 }} />
        <MenuItem
          component={RouterLink}
          to={profilePath}
          onClick={() => {
            close();
            onNavigate();
          }}
        >
          <UserIcon sx={{ fontSize: 18 }} />
          Profile
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            onLogout();
          }}
        >
          <LogoutIcon sx={{ fontSize: 18 }} />
          Logout
        </MenuItem>
      </Menu>
    </Box>
  );
}
