import type { RouteObject } from 'react-router';

import { inPieces } from '~/lib/inPieces';
import { tryChunk } from '~/lib/loadChunk';
import { AUDITORS, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { PageSpinner } from '~/ui/PageSpinner';

import { ApplicantsToPortal, GuestOnly, RequireApplicant, RequireProfile, RequireSession } from './guards';
import { lazyRoute, page } from './page';
import { Root } from './Root';
import { RouteError } from './RouteError';
import type { AppStore } from './store';
import { userManagementRoutes } from './userManagementRoutes';

type DashboardOf = (path: string) => RouteObject;

/** Its calls are made beside the chunk, and once for each visit: the page shows what comes, and follows it. */
const dashboardWith = (store: AppStore): DashboardOf => (path) => ({
  ...page(path, () => import('./Dashboard'), (module) => module.Dashboard),
  loader: () => {
    tryChunk(() => import('./startDashboard')).then(
      ({ startDashboard }) => {
        startDashboard(store);
      },
      () => undefined,
    );
    return null;
  },
  shouldRevalidate: () => false,
});
const profile = () =>
  page('profile', () => import('~/features/sessions/pages/ProfilePage'), (module) => module.ProfilePage);

/** What account pages are made of. */
const accountPieces = () =>
  inPieces(
    () => import('~/forms/useZodForm'),
    () => import('~/forms/PasswordField'),
    () => import('~/features/auth/api'),
    () => import('~/features/auth/components/AuthLayout'),
  );

const guestRoutes: RouteObject[] = [
  page('/login', () => import('~/features/auth/pages/LoginPage'), (module) => module.LoginPage, accountPieces),
  page('/login/sso', () => import('~/features/auth/pages/SsoPage'), (module) => module.SsoPage),
  page('/signup', () => import('~/features/auth/pages/SignupPage'), (module) => module.SignupPage, accountPieces),
  page('/company-info', () => import('~/features/auth/pages/CompanyPage'), (module) => module.CompanyPage),
  page(
    '/sms-verification',
    () => import('~/features/auth/pages/VerificationPage'),
    (module) => module.SmsVerificationPage,
  ),
  page(
    '/email-verification',
    () => import('~/features/auth/pages/VerificationPage'),
    (module) => module.EmailVerificationPage,
  ),
  page('/confirm-login', () => import('~/features/auth/pages/FactorPage'), (module) => module.FactorPage),
  page(
    '/forgot-password',
    () => import('~/features/auth/pages/ForgotPasswordPage'),
    (module) => module.ForgotPasswordPage,
    accountPieces,
  ),
  page(
    '/reset-password',
    () => import('~/features/auth/pages/ResetPasswordPage'),
    (module) => module.ResetPasswordPage,
  ),
];

const dashboardRoutes = (dashboard: DashboardOf): RouteObject[] => [
  dashboard(''),
  { path: 'users', element: <RequireProfile anyOf={USER_MANAGERS} />, children: userManagementRoutes },
  {
    path: 'users/audit',
    element: <RequireProfile anyOf={AUDITORS} />,
    children: [page('', () => import('~/features/audit/pages/AuditPage'), (module) => module.AuditPage)],
  },
  {
    element: <RequireProfile anyOf={SETTINGS_PROFILES} />,
    children: [
      page('settings', () => import('~/features/settings/pages/SettingsPage'), (module) => module.SettingsPage),
    ],
  },
  profile(),
  dashboard('*'),
];

const signedInRoutes = (dashboard: DashboardOf): RouteObject[] => [
  {
    ...lazyRoute(() => import('./DashboardFrame'), (module) => module.DashboardFrame),
    children: [
      { path: '/dashboard', Component: ApplicantsToPortal, children: dashboardRoutes(dashboard) },
      { path: '/applicant-dashboard', Component: RequireApplicant, children: [dashboard(''), profile()] },
    ],
  },
];

/** All pages. The store is for what a page loads before it is there. */
export const routesWith = (store: AppStore): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageSpinner,
    children: [
      page('/', () => import('~/features/landing/pages/LandingPage'), (module) => module.LandingPage),
      page('/terms', () => import('~/features/legal/pages/TermsPage'), (module) => module.TermsPage),
      page('/privacy', () => import('~/features/legal/pages/PrivacyPage'), (module) => module.PrivacyPage),
      page(
        '/stop-invitations',
        () => import('~/features/invitations/pages/StopInvitationsPage'),
        (module) => module.StopInvitationsPage,
      ),
      page('/invitation', () => import('~/features/auth/pages/InvitationPage'), (module) => module.InvitationPage),
      page('/not-me', () => import('~/features/auth/pages/NotMePage'), (module) => module.NotMePage),
      page('/confirm-email', () => import('~/features/users/pages/ConfirmEmailPage'), (module) => module.ConfirmEmailPage),
      { Component: GuestOnly, children: guestRoutes },
      { Component: RequireSession, children: signedInRoutes(dashboardWith(store)) },
    ],
  },
];
