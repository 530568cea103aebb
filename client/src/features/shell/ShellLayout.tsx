import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, Divider, Drawer, GlobalStyles, IconButton, Link, Menu, MenuItem, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link as RouterLink, Outlet, useLocation, useSearchParams } from 'react-router';

import { serverApi } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { isRenewing, onRenewing } from '~/api/reauth';
import type { Claims } from '~/api/session/claims';
import { storeAccessToken } from '~/api/session/lifecycle';
import { DECIDES_ON_SESSION } from '~/api/session/monitor';
import { useClaims } from '~/api/session/slice';
import { useOwnSheets } from '~/api/sheets/slice';
import { BRAND_NAME } from '~/lib/brand';
import { secondsUntil, useSecondsUntil } from '~/lib/clock';
import { useAppDispatch } from '~/lib/dispatch';
import { describeWait, formatSeconds } from '~/lib/format';
import { AUDITORS, isProfile, PANELISTS, PLACEMENT_PROFILES, PROFILE_LABELS, SETTINGS_PROFILES, TRAINEES, TRAINING_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { readItem, writeItem } from '~/lib/storage';
import { useOnChange } from '~/lib/useOnChange';
import { layout, radius } from '~/theme/tokens';
import { ConfirmDialog, type ConfirmDialogProps } from '~/ui/ConfirmDialog';
import { FrameContext } from '~/ui/ErrorState';
import { AnnounceIcon, CalendarIcon, ChevronUpDownIcon, ColumnsIcon, EditIcon, FileIcon, HomeIcon, LogoutIcon, MenuIcon, PlacementIcon, SettingsIcon, TrainingIcon, UploadIcon, UserIcon, UsersIcon } from '~/ui/icons';
import { LegalLine } from '~/ui/LegalLine';
import { LogoLink } from '~/ui/Logo';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { ProgressButton } from '~/ui/ProgressButton';
import { ThemeToggle } from '~/ui/ThemeToggle';
import { TOASTS_TOP, useToasts } from '~/ui/toasts/slice';
import { useAnchor } from '~/ui/useAnchor';
import { useIsMobile } from '~/ui/useIsMobile';

import { useLogout } from './useLogout';

const SHOWN_FOR = 5 * 60;
const LAST_CALL = 60;
const TOAST_SHOWN_FOR = 6_000;
const ANNOUNCED: ReadonlySet<number> = new Set([SHOWN_FOR, LAST_CALL, 30, 10]);

function announce(seconds: number): string {
  return ANNOUNCED.has(seconds) ? t`You will be logged out in ${{ wait: describeWait(seconds) }}.` : '';
}

/** Shown in the last five minutes without activity: any activity renews the token earlier. */
function SessionBar({ onLogout }: { readonly onLogout: () => void }) {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [extend, { isLoading }] = serverApi.useExtendMutation();
  const { logout, leaving } = useLogout();
  const { unsent, scores } = useOwnSheets();
  const hasUnsent = unsent.length + scores.length > 0;
  const ends = useClaims()?.exp;
  const seconds = useSecondsUntil(ends === undefined ? null : ends * 1000);
  const renewing = useSyncExternalStore(onRenewing, isRenewing);
  if (renewing || seconds === 0 || seconds > SHOWN_FOR) return null;

  const lastCall = seconds <= LAST_CALL;
  const stay = async () => {
    const { data, error } = await extend();
    if (data === undefined) {
      toasts.error(messageOf(error, t`Your session could not be extended.`));
      return;
    }
    dispatch(storeAccessToken(data.authToken));
    if (secondsUntil(data.absoluteExpiresAt) <= SHOWN_FOR) {
      toasts.info(t`This session cannot last any longer. Save your work and log in again.`, TOAST_SHOWN_FOR);
      return;
    }
    toasts.success(t`Session refreshed successfully.`, TOAST_SHOWN_FOR);
  };

  return (
    <Box
      component="aside"
      aria-label={t`Session`}
      {...DECIDES_ON_SESSION}
      sx={{
        position: 'sticky',
        top: layout.topBar,
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        bgcolor: lastCall ? 'soft.warning' : 'soft.accent',
      }}
    >
      <Typography variant="body2" aria-hidden sx={{ fontWeight: lastCall ? 600 : 400, fontVariantNumeric: 'tabular-nums' }}>
        {t`You will be logged out in ${{ time: formatSeconds(seconds) }}`}
      </Typography>
      <span role={lastCall ? 'alert' : 'status'} className="visually-hidden">
        {announce(seconds)}
      </span>
      <ProgressButton size="small" busy={isLoading} onClick={() => void stay()}>
        {t`Stay logged in`}
      </ProgressButton>
      <Button size="small" disabled={leaving} onClick={() => (hasUnsent ? onLogout() : void logout())}>
        {t`Log out`}
      </Button>
    </Box>
  );
}

interface ProfileMenuProps {
  readonly claims: Claims;
  readonly collapsed: boolean;
  readonly onNavigate: () => void;
  readonly onLogout: () => void;
}

function ProfileMenu({ claims, collapsed, onNavigate, onLogout }: ProfileMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  const { fullName, profile, redirectTo } = claims;
  const photoId = useGetOwnProfileQuery().data?.photoId;
  const email = claims.email ?? '';
  const after = (act: () => void) => () => {
    close();
    act();
  };
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
        <span className="visually-hidden">{t`Account:`} {collapsed && fullName}</span>
        <PersonAvatar aria-hidden fullName={fullName} photoId={photoId} sx={{ width: 30, height: 30, fontSize: 12 }} />
        {!collapsed && (
          <>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" noWrap sx={{ fontWeight: 500, lineHeight: 1.3 }}>
                {fullName}
              </Typography>
              <Typography variant="caption" noWrap sx={{ display: 'block', lineHeight: 1.3, color: 'text.secondary' }}>
                {isProfile(profile) ? PROFILE_LABELS[profile] : t`Applicant`}
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
          <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
            {fullName}
          </Typography>
          <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
            {email}
          </Typography>
        </Box>
        <Divider component="li" sx={{ my: 0.5 }} />
        <MenuItem component={RouterLink} to={`${redirectTo}/profile`} onClick={after(onNavigate)}>
          <UserIcon sx={{ fontSize: 18 }} />
          {t`Profile`}
        </MenuItem>
        <MenuItem onClick={after(onLogout)}>
          <LogoutIcon sx={{ fontSize: 18 }} />
          {t`Logout`}
        </MenuItem>
      </Menu>
    </Box>
  );
}

const items = [
  { label: msg`Dashboard`, to: '/dashboard', icon: <HomeIcon fontSize="small" />, profiles: null },
  { label: msg`Announcements`, to: '/dashboard/announcements', icon: <AnnounceIcon fontSize="small" />, profiles: null },
  { label: msg`User Management`, to: '/dashboard/users', icon: <UsersIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: msg`Batches`, to: '/dashboard/users/batches', icon: <ColumnsIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: msg`Imports`, to: '/dashboard/users/imports', icon: <UploadIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: msg`Bulk changes`, to: '/dashboard/users/jobs', icon: <EditIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: msg`Activity`, to: '/dashboard/users/audit', icon: <FileIcon fontSize="small" />, profiles: AUDITORS },
  { label: msg`Training`, to: '/dashboard/training', icon: <TrainingIcon fontSize="small" />, profiles: TRAINING_PROFILES },
  { label: msg`Interviews`, to: '/dashboard/interviews', icon: <CalendarIcon fontSize="small" />, profiles: PANELISTS },
  { label: msg`Placement`, to: '/dashboard/placement', icon: <PlacementIcon fontSize="small" />, profiles: PLACEMENT_PROFILES },
  { label: msg`Openings`, to: '/dashboard/openings', icon: <PlacementIcon fontSize="small" />, profiles: TRAINEES },
  { label: msg`Settings`, to: '/dashboard/settings', icon: <SettingsIcon fontSize="small" />, profiles: SETTINGS_PROFILES },
] as const;

const item = {
  gap: 1.5,
  width: '100%',
  minHeight: 38,
  px: 1.25,
  borderRadius: radius.control,
  fontSize: '0.875rem',
  fontWeight: 500,
  color: 'text.secondary',
  transition: 'background-color 120ms, color 120ms',
  '&:hover': { bgcolor: 'surface.sunken', color: 'text.primary' },
  '&[aria-current]': { bgcolor: 'soft.accent', color: 'primary.main' },
} as const;

/** The label is small, below the icon. */
const collapsedItem = { ...item, flexDirection: 'column', justifyContent: 'center', gap: 0.5, px: 0.25, py: 0.75, fontSize: '0.6875rem', lineHeight: 1.2, textAlign: 'center' } as const;

/** The item of the page: the one whose address most of it begins with. */
function itemOf(path: string, open: readonly { readonly to: string }[]): string | undefined {
  const above = open.map(({ to }) => to).filter((to) => path === to || (to !== '/dashboard' && path.startsWith(`${to}/`)));
  return above.sort((one, other) => other.length - one.length)[0];
}

function SidebarNav({ claims, collapsed, onNavigate }: Omit<ProfileMenuProps, 'onLogout'>) {
  const { profile } = claims;
  const open = items.filter(({ profiles }) => profiles === null || (isProfile(profile) && profiles.includes(profile)));
  const here = itemOf(useLocation().pathname, open);
  return (
    <Box component="nav" aria-label={t`Main`} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: collapsed ? 0.75 : 1.5 }}>
      <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
        {open.map(({ label, to, icon }) => (
          <li key={to}>
            <ButtonBase component={RouterLink} to={to} onClick={onNavigate} aria-current={to === here ? 'page' : undefined} sx={collapsed ? collapsedItem : { ...item, justifyContent: 'flex-start' }}>
              {icon}
              {t(label)}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Extends the session when the dashboard is opened; a failure is only logged. */
function useSessionExtension(): void {
  const dispatch = useAppDispatch();
  const [extend] = serverApi.useExtendMutation();

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

  return { mobile, collapsed: collapsed && !mobile, drawerOpen: drawerOpen && mobile, toggle, closeDrawer: () => setDrawerOpen(false) };
}

const refusals: Readonly<Record<string, MessageDescriptor>> = {
  another: msg`That was another account at your company’s login. Please confirm with your own.`,
  cancelled: msg`The confirmation was cancelled.`,
  expired: msg`This confirmation took too long or was used before. Please try again.`,
  refused: msg`Your account has a second step. Please confirm with that.`,
  stale: msg`Your company’s login did not say that you have just logged in there, so it cannot confirm this. Log out, log in again and make the change within ten minutes.`,
  unavailable: msg`The login of your company is not available now. Please try later.`,
};

/** Says how a proof at the company's provider has ended, once the browser is back. */
function useStepUpOutcome() {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const outcome = params.get('stepUp');
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === 'confirmed') toasts.success(t`Confirmed. Please repeat the change.`);
    else toasts.error(t(refusals[outcome] ?? msg`The login of your company did not work. Please try again.`));
    setParams(
      (before) => {
        before.delete('stepUp');
        return before;
      },
      { replace: true },
    );
  }, [outcome, setParams, toasts]);
}

interface TopBarProps {
  readonly menuExpanded: boolean;
  readonly onToggleMenu: () => void;
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
      <IconButton title={menuExpanded ? t`Collapse menu` : t`Expand menu`} aria-label={t`Toggle menu`} aria-expanded={menuExpanded} aria-controls="sidebar" onClick={onToggleMenu}>
        <MenuIcon fontSize="small" />
      </IconButton>
      <LogoLink to="/dashboard" label={t`${BRAND_NAME}, to the dashboard`} size={22} />
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
  useOnChange(useLocation().pathname, () => main.current?.focus({ preventScroll: true }));
  return main;
}

/** Marks that are not sent yet are named: the logout ends with them, or they wait for the next login. */
function LogoutDialog(dialog: Pick<ConfirmDialogProps, 'open' | 'busy' | 'onConfirm' | 'onClose'>) {
  const { unsent, scores, isKept } = useOwnSheets();
  const left = new Set(unsent.map(({ sessionId }) => sessionId)).size + scores.length;
  const loses = left > 0 && !isKept;
  return (
    <ConfirmDialog title={t`Log out?`} confirmLabel={loses ? t`Log Out and Lose Marks` : t`Logout`} destructive={loses} {...dialog}>
      {left > 0 && !isKept && plural(left, { one: 'Marks of # session or interview are not sent, and are lost when you log out.', other: 'Marks of # sessions or interviews are not sent, and are lost when you log out.' })}
      {left > 0 && isKept && plural(left, { one: 'Marks of # session or interview are not sent. They stay on this phone, and go out after your next login.', other: 'Marks of # sessions or interviews are not sent. They stay on this phone, and go out after your next login.' })}
      {left === 0 && t`You can log in again at any time. Other devices stay logged in.`}
    </ConfirmDialog>
  );
}

export function ShellLayout({ tray }: { readonly tray: ReactNode }) {
  const claims = useClaims();
  const sidebar = useSidebar();
  const main = useFocusOnNavigation();
  const { logout, leaving } = useLogout();
  const [asking, setAsking] = useState(false);
  useSessionExtension();
  useStepUpOutcome();
  if (claims === null) return null;

  const { collapsed, closeDrawer } = sidebar;
  const askToLeave = () => {
    closeDrawer();
    setAsking(true);
  };
  const stopAsking = () => setAsking(false);
  const column = (
    <>
      <SidebarNav claims={claims} collapsed={collapsed} onNavigate={closeDrawer} />
      <ProfileMenu claims={claims} collapsed={collapsed} onNavigate={closeDrawer} onLogout={askToLeave} />
    </>
  );

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      {/* What takes the focus is scrolled to below the bar, with its label. */}
      <GlobalStyles styles={{ ':root': { [TOASTS_TOP]: `${layout.topBar}px`, scrollPaddingTop: `${layout.topBar + 40}px` } }} />
      <Link href="#content" sx={skipLink}>
        {t`Skip to the content`}
      </Link>
      <TopBar menuExpanded={sidebar.mobile ? sidebar.drawerOpen : !collapsed} onToggleMenu={sidebar.toggle} tray={tray} />
      <SessionBar onLogout={askToLeave} />
      <Box sx={{ display: 'flex', flex: 1 }}>
        {sidebar.mobile ? (
          <Drawer
            open={sidebar.drawerOpen}
            onClose={closeDrawer}
            slotProps={{ paper: { id: 'sidebar', 'aria-label': t`Menu`, sx: { width: 280, bgcolor: 'background.paper' } } }}
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
              width: collapsed ? layout.sidebarCollapsed : layout.sidebar,
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
          <Box component="footer" sx={{ width: '100%', maxWidth: layout.content, mt: 'auto', mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: 2.5 }}>
            <LegalLine />
          </Box>
        </Box>
      </Box>
      <LogoutDialog open={asking} busy={leaving} onConfirm={() => void logout().then(stopAsking)} onClose={stopAsking} />
    </Box>
  );
}
