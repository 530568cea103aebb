import type { RouteObject } from 'react-router';

import { AUDITORS, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { PageSpinner } from '~/ui/PageSpinner';

import { ApplicantsToPortal, GuestOnly, RequireApplicant, RequireProfile, RequireSession } from './guards';
import { lazyRoute, page } from './page';
import { Root } from './Root';
import { RouteError } from './RouteError';

const dashboard = (path: string) => page(path, () => import('./Dashboard'), (module) => module.Dashboard);
const profile = () =>
  page('profile', () => import('~/features/sessions/pages/ProfilePage'), (module) => module.ProfilePage);

const guestRoutes: RouteObject[] = [
  page('/login', () => import('~/features/auth/pages/LoginPage'), (module) => module.LoginPage),
  page('/login/sso', () => import('~/features/auth/pages/SsoPage'), (module) => module.SsoPage),
  page('/signup', () => import('~/features/auth/pages/SignupPage'), (module) => module.SignupPage),
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
  ),
  page(
    '/reset-password',
    () => import('~/features/auth/pages/ResetPasswordPage'),
    (module) => module.ResetPasswordPage,
  ),
];

/** Everything below /dashboard/users, for those who may manage users. */
const userManagementRoutes: RouteObject[] = [
  page('', () => import('./UserManagement'), (module) => module.UserManagement),
  page('new', () => import('~/features/users/pages/NewUserPage'), (module) => module.NewUserPage),
  page('people/:userId', () => import('~/features/users/pages/PersonPage'), (module) => module.PersonPage),
  page('imports/new', () => import('~/features/imports/pages/NewImportPage'), (module) => module.NewImportPage),
  page('imports/:importId', () => import('~/features/imports/pages/ImportPage'), (module) => module.ImportPage),
  page('jobs', () => import('~/features/bulk/pages/JobsPage'), (module) => module.JobsPage),
  page('jobs/:jobId', () => import('~/features/bulk/pages/JobPage'), (module) => module.JobPage),
  page('batches', () => import('~/features/batches/pages/BatchesPage'), (module) => module.BatchesPage),
];

const dashboardRoutes: RouteObject[] = [
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

const signedInRoutes: RouteObject[] = [
  {
    ...lazyRoute(() => import('./DashboardFrame'), (module) => module.DashboardFrame),
    children: [
      { path: '/dashboard', Component: ApplicantsToPortal, children: dashboardRoutes },
      { path: '/applicant-dashboard', Component: RequireApplicant, children: [dashboard(''), profile()] },
    ],
  },
];

/** All pages. */
export const routes: RouteObject[] = [
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
      { Component: RequireSession, children: signedInRoutes },
    ],
  },
];
