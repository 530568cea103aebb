import type { RouteObject } from 'react-router';

import { AUDITORS, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { PageSpinner } from '~/ui/PageSpinner';

import { ApplicantsToPortal, GuestOnly, RequireApplicant, RequireProfile, RequireSession } from './guards';
import { page } from './page';
import { Root } from './Root';
import { RouteError } from './RouteError';
import { userManagementRoutes } from './userManagementRoutes';

const dashboard = () => import('./Dashboard').then((module) => module.Dashboard);
const profile = () => import('~/features/sessions/pages/ProfilePage').then((module) => module.ProfilePage);
const verification = () => import('~/features/auth/pages/VerificationPage');

const guestRoutes: RouteObject[] = [
  page('/login', () => import('~/features/auth/pages/LoginPage').then((module) => module.LoginPage)),
  page('/signup', () => import('~/features/auth/pages/SignupPage').then((module) => module.SignupPage)),
  page('/company-info', () => import('~/features/auth/pages/CompanyPage').then((module) => module.CompanyPage)),
  page('/sms-verification', () => verification().then((module) => module.SmsVerificationPage)),
  page('/email-verification', () => verification().then((module) => module.EmailVerificationPage)),
  page('/forgot-password', () =>
    import('~/features/auth/pages/ForgotPasswordPage').then((module) => module.ForgotPasswordPage),
  ),
  page('/reset-password', () =>
    import('~/features/auth/pages/ResetPasswordPage').then((module) => module.ResetPasswordPage),
  ),
];

const dashboardRoutes: RouteObject[] = [
  page('', dashboard),
  { path: 'users', element: <RequireProfile anyOf={USER_MANAGERS} />, children: userManagementRoutes },
  {
    path: 'users/audit',
    element: <RequireProfile anyOf={AUDITORS} />,
    children: [page('', () => import('~/features/audit/pages/AuditPage').then((module) => module.AuditPage))],
  },
  {
    element: <RequireProfile anyOf={SETTINGS_PROFILES} />,
    children: [
      page('settings', () =>
        import('~/features/settings/pages/SettingsPage').then((module) => module.SettingsPage),
      ),
    ],
  },
  page('profile', profile),
  page('*', dashboard),
];

const signedInRoutes: RouteObject[] = [
  {
    lazy: async () => ({ Component: (await import('./DashboardFrame')).DashboardFrame }),
    ErrorBoundary: RouteError,
    children: [
      { path: '/dashboard', Component: ApplicantsToPortal, children: dashboardRoutes },
      { path: '/applicant-dashboard', Component: RequireApplicant, children: [page('', dashboard), page('profile', profile)] },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageSpinner,
    children: [
      page('/', () => import('~/features/landing/pages/LandingPage').then((module) => module.LandingPage)),
      page('/terms', () => import('~/features/legal/pages/TermsPage').then((module) => module.TermsPage)),
      page('/privacy', () => import('~/features/legal/pages/PrivacyPage').then((module) => module.PrivacyPage)),
      page('/stop-invitations', () =>
        import('~/features/invitations/pages/StopInvitationsPage').then((module) => module.StopInvitationsPage),
      ),
      { Component: GuestOnly, children: guestRoutes },
      { Component: RequireSession, children: signedInRoutes },
    ],
  },
];
