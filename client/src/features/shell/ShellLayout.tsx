import { Box, Drawer, GlobalStyles, IconButton, Link, Tooltip } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, Outlet, useLocation, useSearchParams } from 'react-router';

import { isProblem } from '~/api/problem';
import { useExtendSessionMutation } from '~/api/session/endpoints';
import { storeAccessToken } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { readItem, writeItem } from '~/lib/storage';
import { layout, radius } from '~/theme/tokens';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { FrameContext } from '~/ui/frame';
import { MenuIcon } from '~/ui/icons';
import { LegalLine } from '~/ui/LegalLine';
import { Logo } from '~/ui/Logo';
import { useIsMobile } from '~/ui/useIsMobile';
import { ThemeToggle } from '~/ui/ThemeToggle';
import { useToasts } from '~/ui/toasts/slice';
import { TOASTS_TOP } from '~/ui/toasts/Toasts';

import { ProfileMenu } from './components/ProfileMenu';
import { SessionBar } from './components/SessionBar';
import { SidebarNav } from './components/SidebarNav';
import { useLogout } from './useLogout';

export function Footer() {
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
export function useSessionExtension(): void {
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
export function LogoutDialog({ open, onClose }: LogoutDialogProps) {
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
export function useSidebar() {
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
export function useStepUpOutcome() {
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
