import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import Link from '@mui/material/Link';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { layout, radius } from '~/theme/tokens';
import { FrameContext } from '~/ui/frame';
import { TOASTS_TOP } from '~/ui/toasts/Toasts';

import { Footer } from './components/Footer';
import { LogoutDialog } from './components/LogoutDialog';
import { ProfileMenu } from './components/ProfileMenu';
import { SessionBar } from './components/SessionBar';
import { SidebarNav } from './components/SidebarNav';
import { TopBar } from './components/TopBar';
import { useSessionExtension } from './useSessionExtension';
import { useSidebar } from './useSidebar';
import { useStepUpOutcome } from './useStepUpOutcome';

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
      <LogoutDialog
        open={leaving}
        onClose={() => {
          setLeaving(false);
        }}
      />
    </Box>
  );
}
