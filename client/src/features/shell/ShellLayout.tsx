import { Avatar, Box, ButtonBase, Divider, Drawer, GlobalStyles, IconButton, Link, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, NavLink, Outlet, useLocation, useSearchParams } from 'react-router';

import { isProblem } from '~/api/problem';
import { useExtendSessionMutation } from '~/api/session/endpoints';
import { storeAccessToken } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { initials } from '~/lib/format';
import { isProfile, type Profile, PROFILE_LABELS, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { readItem, writeItem } from '~/lib/storage';
import { layout, radius } from '~/theme/tokens';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { FrameContext } from '~/ui/frame';
import { ChevronUpDownIcon, HomeIcon, LogoutIcon, MenuIcon, SettingsIcon, UserIcon, UsersIcon } from '~/ui/icons';
import { LegalLine } from '~/ui/LegalLine';
import { Logo } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';
import { useToasts } from '~/ui/toasts/slice';
import { TOASTS_TOP } from '~/ui/toasts/Toasts';
import { useAnchor } from '~/ui/useAnchor';
import { useIsMobile } from '~/ui/useIsMobile';

import { SessionBar } from './components/SessionBar';
import { useLogout } from './useLogout';

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
function ProfileMenu({ fullName, email, profile, collapsed, profilePath, onNavigate, onLogout }: ProfileMenuProps) {
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

interface SidebarItem {
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
function sidebarItems(profile: string | null | undefined): readonly SidebarItem[] {
  return items.filter(({ profiles }) => profiles === undefined || (isProfile(profile) && profiles.includes(profile)));
}

interface SidebarNavProps {
  readonly profile: string | null | undefined;
  readonly collapsed: boolean;
  readonly onNavigate: () => void;
}

/** The main navigation, with the current page marked. */
function SidebarNav({ profile, collapsed, onNavigate }: SidebarNavProps) {
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

function Footer() {
  return (
    <Box
      component="footer"
      sx={{ width: '100%', maxWidth: layout.content, mt: 'auto', mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: 2.5 }}
    >
      <LegalLine />
    </Box>
  );
}

/** Extends the session when the dashboard is opened; a failure is only logged. */
function useSessionExtension(): void {
  const dispatch = useAppDispatch();
  const [extend] = useExtendSessionMutation();

  useEffect(() => {
    let here = true;
    void extend().then(({ data, error }) => {
      // A call that the end of the session has dropped has no problem.
      if (isProblem(error)) console.warn('The session could not be extended.', error);
      if (here && data !== undefined) dispatch(storeAccessToken(data.authToken));
    });
    return () => {
      here = false;
    };
  }, [dispatch, extend]);
}

interface LogoutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before it logs out. */
function LogoutDialog({ open, onClose }: LogoutDialogProps) {
  const { logout, leaving } = useLogout();

  const confirm = async () => {
    await logout();
    onClose();
  };

  return (
    <ConfirmDialog
      open={open}
      title="Log out?"
      confirmLabel="Logout"
      busy={leaving}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      You will need your email and password to log in again. Other devices stay logged in.
    </ConfirmDialog>
  );
}

const COLLAPSED_KEY = 'sidebarCollapsed';

function initiallyCollapsed(): boolean {
  const remembered = readItem('sessionStorage', COLLAPSED_KEY);
  return remembered === null ? window.innerWidth < layout.sidebarCollapsesBelow : remembered === 'true';
}

/** The sidebar: a drawer on a phone, else a column whose collapsed state lasts for the browser session. */
function useSidebar() {
  const mobile = useIsMobile();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [drawerOpen, setDrawerOpen] = useState(false);

  const toggle = () => {
    if (mobile) {
      setDrawerOpen(!drawerOpen);
      return;
    }
    writeItem('sessionStorage', COLLAPSED_KEY, String(!collapsed));
    setCollapsed(!collapsed);
  };

  const closeDrawer = () => setDrawerOpen(false);

  return { mobile, collapsed: collapsed && !mobile, drawerOpen: drawerOpen && mobile, toggle, closeDrawer };
}

const NAME = 'stepUp';
const CONFIRMED = 'confirmed';

/** How a proof at the company's provider has ended. */
const refusals: Readonly<Record<string, string>> = {
  another: 'That was another account at your company’s sign-in. Please confirm with your own.',
  cancelled: 'The confirmation was cancelled.',
  expired: 'This confirmation took too long or was used before. Please try again.',
  refused: 'Your account has a second step. Please confirm with that.',
  stale: 'Your company’s sign-in did not say that you have just logged in there, so it cannot confirm this. Log out, log in again and make the change within ten minutes.',
  unavailable: 'The sign-in of your company is not available now. Please try later.',
};
const FAILED = 'The sign-in of your company did not work. Please try again.';

/** Says how a proof at the company's provider has ended, once the browser is back. */
function useStepUpOutcome() {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const outcome = params.get(NAME);
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === CONFIRMED) toasts.success('Confirmed. Please repeat the change.');
    else toasts.error(refusals[outcome] ?? FAILED);
    setParams(
      (before) => {
        before.delete(NAME);
        return before;
      },
      { replace: true },
    );
  }, [outcome, setParams, toasts]);
}

interface TopBarProps {
  readonly menuExpanded: boolean;
  readonly onToggleMenu: () => void;
  /** What other features show here, such as a running import. */
  readonly tray: ReactNode;
}

function TopBar({ menuExpanded, onToggleMenu, tray }: TopBarProps) {
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

const skipLink = {
  position: 'absolute',
  top: -60,
  left: 12,
  zIndex: 'tooltip',
  px: 2,
  py: 1,
  borderRadius: radius.control,
  bgcolor: 'background.paper',
  '&:focus-visible': { top: 10 },
} as const;

/** After a navigation focus moves to the beginning of the page, for screen readers. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

interface ShellLayoutProps {
  readonly tray: ReactNode;
}

/** The signed-in frame: top bar, sidebar, page, footer. */
export function ShellLayout({ tray }: ShellLayoutProps) {
  const claims = useClaims();
  const sidebar = useSidebar();
  const main = useFocusOnNavigation();
  const [leaving, setLeaving] = useState(false);
  useSessionExtension();
  useStepUpOutcome();
  if (claims === null) return null;

  const column = (
    <>
      <SidebarNav profile={claims.profile} collapsed={sidebar.collapsed} onNavigate={sidebar.closeDrawer} />
      <ProfileMenu
        fullName={claims.fullName}
        email={claims.email ?? ''}
        profile={claims.profile}
        collapsed={sidebar.collapsed}
        profilePath={`${claims.redirectTo}/profile`}
        onNavigate={sidebar.closeDrawer}
        onLogout={() => {
          sidebar.closeDrawer();
          setLeaving(true);
        }}
      />
    </>
  );

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      <GlobalStyles styles={{ ':root': { [TOASTS_TOP]: `${layout.topBar}px` } }} />
      <Link href="#content" sx={skipLink}>
        Skip to the content
      </Link>
      <TopBar
        menuExpanded={sidebar.mobile ? sidebar.drawerOpen : !sidebar.collapsed}
        onToggleMenu={sidebar.toggle}
        tray={tray}
      />
      <SessionBar />
      <Box sx={{ display: 'flex', flex: 1 }}>
        {sidebar.mobile ? (
          <Drawer
            open={sidebar.drawerOpen}
            onClose={sidebar.closeDrawer}
            slotProps={{ paper: { id: 'sidebar', 'aria-label': 'Menu', sx: { width: 280, bgcolor: 'background.paper' } } }}
          >
            {column}
          </Drawer>
        ) : (
          <Box
            id="sidebar"
            sx={{
              position: 'sticky',
              top: layout.topBar,
              display: 'flex',
              flexDirection: 'column',
              flexShrink: 0,
              width: sidebar.collapsed ? layout.sidebarCollapsed : layout.sidebar,
              height: `calc(100vh - ${layout.topBar}px - var(--wm-offline-bar, 0px))`,
              borderRight: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
              transition: 'width 180ms',
              overflow: 'hidden',
            }}
          >
            {column}
          </Box>
        )}
        <Box sx={{ display: 'flex', flex: 1, flexDirection: 'column', minWidth: 0 }}>
          <Box component="main" id="content" ref={main} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
            <FrameContext value>
              <Outlet />
            </FrameContext>
          </Box>
          <Footer />
        </Box>
      </Box>
      <LogoutDialog open={leaving} onClose={() => setLeaving(false)} />
    </Box>
  );
}
