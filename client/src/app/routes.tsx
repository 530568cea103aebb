import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { type ComponentType, useState } from 'react';
import { useSelector } from 'react-redux';
import { isRouteErrorResponse, Link, Navigate, Outlet, type RouteObject, ScrollRestoration, useLocation, useNavigation, useRouteError } from 'react-router';

import { useProofRequest } from '~/api/proof';
import { selectEnd, selectLacksFactor, useClaims, useHasProfile } from '~/api/session/slice';
import { loadMessages } from '~/lib/language';
import { ANNOUNCERS, AUDITORS, PANELISTS, PLACEMENT_PROFILES, type Profile, PROFILE_LABELS, SETTINGS_PROFILES, TRAINEES, TRAINING_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { returnPathOf, safeReturnPath } from '~/lib/redirects';
import { useOnline } from '~/lib/useOnline';
import { Fallback, PageNotLoaded } from '~/ui/ErrorState';
import { lazyChunk } from '~/ui/lazyChunk';
import { OfflineBar } from '~/ui/OfflineBar';
import { PageSpinner } from '~/ui/PageShell';
import { selectToasts } from '~/ui/toasts/slice';

/**
 * The part of a route that is a chunk of its own, with an error element of its own. The router remembers a `lazy` that
 * has failed for as long as the document lives, so this one never fails: the component shows the failure.
 */
export function lazyRoute<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType, loadTexts?: () => Promise<void>) {
  const Component = lazyChunk(load, pick, { Failure: PageNotLoaded, ...(loadTexts && { loadTexts }) });
  return { lazy: () => Component.preload().then(() => ({ Component })), ErrorBoundary: RouteError };
}

const loadPublicTexts = () => loadMessages('public');
const loadDashboardTexts = () => loadMessages('dashboard');
const loadAppTexts = () => loadMessages('app');
const loadInterviewTexts = () => loadMessages('interviews');

export function page<Module>(path: string, load: () => Promise<Module>, pick: (module: Module) => ComponentType, loadTexts = loadPublicTexts): RouteObject {
  return { ...(path === '' ? { index: true } : { path }), ...lazyRoute(load, pick, loadTexts) };
}

/** A page behind the login that is not the dashboard. */
function inner<Module>(path: string, load: () => Promise<Module>, pick: (module: Module) => ComponentType): RouteObject {
  return page(path, load, pick, loadAppTexts);
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : t`Unknown error`;
}

/** The fallback of every route. Both ways out load the document, which only the network has. */
export function RouteError() {
  const error = useRouteError();
  const online = useOnline();
  return (
    <Fallback
      title={t`Unexpected Application Error!`}
      actions={
        <>
          <Button variant="outlined" disabled={!online} onClick={() => window.location.reload()}>
            {t`Reload the page`}
          </Button>
          <Button variant="contained" component={Link} to="/" reloadDocument={online}>
            {t`Go to the start page`}
          </Button>
        </>
      }
    >
      {describe(error)}
    </Fallback>
  );
}

const Toasts = lazyChunk(() => import('~/ui/toasts/Toasts'), (module) => module.Toasts);

const hairline = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 'tooltip',
  height: 2,
  bgcolor: 'primary.main',
  transformOrigin: 'left',
  animation: 'wm-under-way 4s 120ms cubic-bezier(0.1, 0.7, 0.2, 1) both',
  '@keyframes wm-under-way': { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } },
} as const;

const ProofDialog = lazyChunk(() => import('~/features/sessions/components/ProofDialog'), (module) => module.ProofDialog, { loadTexts: loadAppTexts });

function LaterProofDialog() {
  const methods = useProofRequest();
  return methods !== null && <ProofDialog methods={methods} />;
}

/** Around every page: toasts, the hairline of a loading page, the offline bar. */
export function Root() {
  const { state } = useNavigation();
  const anyToasts = useSelector(selectToasts).length > 0;
  return (
    <>
      {state !== 'idle' && <Box role="progressbar" aria-label={t`Loading the page`} sx={hairline} />}
      <Outlet />
      <OfflineBar />
      {anyToasts && <Toasts />}
      <LaterProofDialog />
      <ScrollRestoration />
    </>
  );
}

const AccessDenied = lazyChunk(() => import('~/ui/AccessDenied'), (module) => module.AccessDenied, {
  fallback: <PageSpinner />,
  Failure: PageNotLoaded,
});

/** Only with a session; otherwise the login page, which returns here afterwards. Who lacks a second factor sets it up. */
export function RequireSession() {
  const claims = useClaims();
  const ended = useSelector(selectEnd)?.reason ?? null;
  const lacksFactor = useSelector(selectLacksFactor);
  const { pathname, search, hash } = useLocation();
  if (claims !== null) {
    const setup = `${claims.redirectTo === '/applicant-dashboard' ? claims.redirectTo : '/dashboard'}/profile`;
    return lacksFactor && pathname !== setup ? <Navigate to={setup} replace /> : <Outlet />;
  }
  if (ended === 'logout') return <Navigate to="/login" replace />;
  const from = safeReturnPath(pathname + search + hash);
  const to = ended === null ? '/login' : '/login?session=expired';
  return <Navigate to={to} replace state={from === null ? null : { from }} />;
}

/** One of the profiles, else a box that names them. */
export function RequireProfile({ anyOf }: { readonly anyOf: readonly Profile[] }) {
  if (useHasProfile(anyOf)) return <Outlet />;
  const labels = anyOf.map((required) => PROFILE_LABELS[required]).join(', ');
  return <AccessDenied required={anyOf.length === 1 ? t`Required profile: ${labels}` : t`Required profiles: ${labels}`} />;
}

/** Pages that accounts with and without a profile have; mails and the bell name the one of the dashboard. */
const OF_ALL = ['profile', 'announcements'];

/** The dashboard is for accounts with a profile; applicants are sent to their portal. */
export function ApplicantsToPortal() {
  const { pathname } = useLocation();
  const portal = '/applicant-dashboard';
  if (useClaims()?.redirectTo !== portal) return <Outlet />;
  const page = OF_ALL.find((name) => pathname === `/dashboard/${name}`);
  return <Navigate to={page === undefined ? portal : `${portal}/${page}`} replace />;
}

/** The applicant portal is for those without a profile; who is accepted meanwhile is on the way to the dashboard. */
export function RequireApplicant() {
  const isApplicant = useClaims()?.redirectTo === '/applicant-dashboard';
  const [wasApplicant] = useState(isApplicant);
  return isApplicant || wasApplicant ? <Outlet /> : <AccessDenied required={t`Required role: Applicant`} />;
}

/** Registers a company, unless an old link names the one that is applied to. */
export function OldApplyLinks() {
  const slug = new URLSearchParams(useLocation().search).get('apply');
  return slug ? <Navigate to={`/apply/${encodeURIComponent(slug)}`} replace /> : <Outlet />;
}

/** Pages before the sign-in; a signed-in user is sent to the page they came from. */
export function GuestOnly() {
  const claims = useClaims();
  const location = useLocation();
  if (claims === null) return <Outlet />;
  const landing = claims.redirectTo === '/applicant-dashboard' ? claims.redirectTo : '/dashboard';
  return <Navigate to={returnPathOf(location.state) ?? landing} replace />;
}

const dashboard = (path: string) => page(path, () => import('./Dashboard'), (module) => module.Dashboard, loadDashboardTexts);
const profile = () => inner('profile', () => import('~/features/sessions/pages/ProfilePage'), (module) => module.ProfilePage);
const announcements = () => inner('announcements', () => import('~/features/announcements/pages/OwnAnnouncementsPage'), (module) => module.OwnAnnouncementsPage);

const guestRoutes: RouteObject[] = [
  page('/login', () => import('~/features/auth/pages/LoginPage'), (module) => module.LoginPage),
  page('/login/sso', () => import('~/features/auth/pages/SsoPage'), (module) => module.SsoPage),
  page('/apply/:slug', () => import('~/features/auth/pages/SignupPage'), (module) => module.SignupPage),
  { Component: OldApplyLinks, children: [page('/signup', () => import('~/features/auth/pages/SignupPage'), (module) => module.SignupPage)] },
  page('/company-info', () => import('~/features/auth/pages/CompanyPage'), (module) => module.CompanyPage),
  page('/sms-verification', () => import('~/features/auth/pages/VerificationPage'), (module) => module.SmsVerificationPage),
  page('/email-verification', () => import('~/features/auth/pages/VerificationPage'), (module) => module.EmailVerificationPage),
  page('/confirm-login', () => import('~/features/auth/pages/FactorPage'), (module) => module.FactorPage),
  page('/forgot-password', () => import('~/features/auth/pages/ForgotPasswordPage'), (module) => module.ForgotPasswordPage),
  page('/reset-password', () => import('~/features/auth/pages/ResetPasswordPage'), (module) => module.ResetPasswordPage),
];

const userManagementRoutes: RouteObject[] = [
  inner('', () => import('./UserManagement'), (module) => module.UserManagement),
  inner('new', () => import('~/features/users/pages/NewUserPage'), (module) => module.NewUserPage),
  inner('people/:userId', () => import('./Person'), (module) => module.Person),
  inner('duplicates', () => import('~/features/users/pages/DuplicatesPage'), (module) => module.DuplicatesPage),
  inner('imports', () => import('~/features/imports/pages/ImportsPage'), (module) => module.ImportsPage),
  inner('imports/new', () => import('~/features/imports/pages/NewImportPage'), (module) => module.NewImportPage),
  inner('imports/:importId', () => import('~/features/imports/pages/ImportPage'), (module) => module.ImportPage),
  inner('jobs', () => import('~/features/bulk/pages/JobsPage'), (module) => module.JobsPage),
  inner('jobs/:jobId', () => import('~/features/bulk/pages/JobPage'), (module) => module.JobPage),
  inner('batches', () => import('~/features/batches/pages/BatchesPage'), (module) => module.BatchesPage),
];

const dashboardRoutes: RouteObject[] = [
  dashboard(''),
  { path: 'users', element: <RequireProfile anyOf={USER_MANAGERS} />, children: userManagementRoutes },
  {
    path: 'users/audit',
    element: <RequireProfile anyOf={AUDITORS} />,
    children: [inner('', () => import('~/features/audit/pages/AuditPage'), (module) => module.AuditPage)],
  },
  {
    path: 'training',
    element: <RequireProfile anyOf={TRAINING_PROFILES} />,
    children: [
      inner('', () => import('~/features/training/pages/TrainingPage'), (module) => module.TrainingPage),
      inner('sessions/:sessionId', () => import('~/features/training/marking/MarkingPage'), (module) => module.MarkingPage),
      inner(':batchId', () => import('./TrainingBatch'), (module) => module.TrainingBatch),
    ],
  },
  {
    path: 'placement',
    element: <RequireProfile anyOf={PLACEMENT_PROFILES} />,
    children: [
      inner('', () => import('~/features/placement/pages/PlacementPage'), (module) => module.PlacementPage),
      inner(':openingId', () => import('./Opening'), (module) => module.Opening),
    ],
  },
  {
    path: 'openings',
    element: <RequireProfile anyOf={TRAINEES} />,
    children: [inner('', () => import('~/features/placement/pages/OwnOpeningsPage'), (module) => module.OwnOpeningsPage)],
  },
  {
    path: 'interviews',
    element: <RequireProfile anyOf={PANELISTS} />,
    children: [
      inner('', () => import('~/features/interviews/pages/RoundsPage'), (module) => module.RoundsPage),
      inner('panels/:panelId', () => import('~/features/interviews/pages/PanelPage'), (module) => module.PanelPage),
      { path: ':roundId', element: <RequireProfile anyOf={PLACEMENT_PROFILES} />, children: [inner('', () => import('./Round'), (module) => module.Round)] },
    ],
  },
  {
    element: <RequireProfile anyOf={SETTINGS_PROFILES} />,
    children: [
      inner('settings', () => import('~/features/settings/pages/SettingsPage'), (module) => module.SettingsPage),
      inner('settings/stages', () => import('~/features/settings/pages/StagesPage'), (module) => module.StagesPage),
    ],
  },
  {
    path: 'settings/fields',
    element: <RequireProfile anyOf={['SUPER_ADMIN']} />,
    children: [inner('', () => import('~/features/settings/pages/FieldsPage'), (module) => module.FieldsPage)],
  },
  announcements(),
  {
    path: 'announcements/sent',
    element: <RequireProfile anyOf={ANNOUNCERS} />,
    children: [
      inner('', () => import('~/features/announcements/pages/SentPage'), (module) => module.SentPage),
      inner(':announcementId', () => import('~/features/announcements/pages/AnnouncementPage'), (module) => module.AnnouncementPage),
    ],
  },
  profile(),
  dashboard('*'),
];

const signedInRoutes: RouteObject = {
  ...lazyRoute(() => import('./DashboardFrame'), (module) => module.DashboardFrame, loadDashboardTexts),
  children: [
    { path: '/dashboard', Component: ApplicantsToPortal, children: dashboardRoutes },
    { path: '/applicant-dashboard', Component: RequireApplicant, children: [dashboard(''), announcements(), profile()] },
  ],
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageSpinner,
    children: [
      page('/', () => import('~/features/landing/pages/LandingPage'), (module) => module.LandingPage),
      page('/terms', () => import('~/features/legal/pages/TermsPage'), (module) => module.TermsPage),
      page('/privacy', () => import('~/features/legal/pages/PrivacyPage'), (module) => module.PrivacyPage),
      page('/stop-invitations', () => import('~/features/auth/pages/StopInvitationsPage'), (module) => module.StopInvitationsPage),
      page('/stop-announcements', () => import('~/features/auth/pages/StopAnnouncementsPage'), (module) => module.StopAnnouncementsPage),
      page('/invitation', () => import('~/features/auth/pages/InvitationPage'), (module) => module.InvitationPage),
      page('/not-me', () => import('~/features/auth/pages/NotMePage'), (module) => module.NotMePage),
      page('/confirm-email', () => import('~/features/auth/pages/ConfirmEmailPage'), (module) => module.ConfirmEmailPage),
      page('/interview-screen', () => import('~/features/interviews/hall/HallScreenPage'), (module) => module.HallScreenPage, loadInterviewTexts),
      { Component: GuestOnly, children: guestRoutes },
      { Component: RequireSession, children: [signedInRoutes] },
    ],
  },
];
