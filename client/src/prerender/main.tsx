import './window';

import { i18n, type Messages } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { Route, Routes, StaticRouter } from 'react-router';

import { createStore } from '~/app/store';
import { AuthLayout } from '~/features/auth/components/AuthLayout';
import { ConfirmEmailPage } from '~/features/auth/pages/ConfirmEmailPage';
import { ForgotPasswordPage } from '~/features/auth/pages/ForgotPasswordPage';
import { InvitationPage } from '~/features/auth/pages/InvitationPage';
import { LoginPage } from '~/features/auth/pages/LoginPage';
import { NotMePage } from '~/features/auth/pages/NotMePage';
import { SignupPage } from '~/features/auth/pages/SignupPage';
import { StopAnnouncementsPage } from '~/features/auth/pages/StopAnnouncementsPage';
import { StopInvitationsPage } from '~/features/auth/pages/StopInvitationsPage';
import { LandingPage } from '~/features/landing/pages/LandingPage';
import { PrivacyPage } from '~/features/legal/pages/PrivacyPage';
import { TermsPage } from '~/features/legal/pages/TermsPage';
import { InstituteContext } from '~/lib/institute';
import { localeOf } from '~/lib/region';
import { AppTheme } from '~/theme/AppTheme';
import { layout } from '~/theme/tokens';
import { LogoLink } from '~/ui/Logo';
import { PageHeader, PageShell, PageSpinner } from '~/ui/PageShell';

import documents from './documents.json';

/** What is typed before the application has come is kept: see lib/keepTyped.ts. */
const takingText = (page: ReactNode) => <div data-form>{page}</div>;
/** A form of more than texts takes nothing, which would be lost. */
const untilDrawn = (page: ReactNode) => <div data-form inert>{page}</div>;

/** The server puts the company that the address names in place of these, or nothing. */
const INSTITUTE = { name: '%INSTITUTE%', logo: '%LOGO%' };
const ofInstitute = (page: ReactNode) => (
  <InstituteContext value={INSTITUTE}>
    <meta name="institute" content={INSTITUTE.name} data-logo={INSTITUTE.logo} />
    {page}
  </InstituteContext>
);

/** The frame of pages that only the application can fill, as they are loaded again in the middle of a flow. */
const Step = () => (
  <AuthLayout title={t`Loading the page`}>
    <PageSpinner />
  </AuthLayout>
);

const Dashboard = () => (
  <>
    <Box component="header" sx={{ display: 'flex', alignItems: 'center', height: layout.topBar, px: 2, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <LogoLink to="/dashboard" size={22} />
    </Box>
    <main>
      <PageShell>
        <PageHeader title={t`Dashboard`} />
        <PageSpinner />
      </PageShell>
    </main>
  </>
);

/** By the names of their documents; all others are steps of a flow. */
const pages: Readonly<Record<string, ReactNode>> = {
  start: <LandingPage />,
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
  login: takingText(<LoginPage />),
  apply: untilDrawn(<SignupPage />),
  'apply-named': ofInstitute(untilDrawn(<SignupPage />)),
  signup: untilDrawn(<SignupPage />),
  'forgot-password': takingText(<ForgotPasswordPage />),
  invitation: ofInstitute(<InvitationPage />),
  'not-me': <div inert><NotMePage /></div>,
  'confirm-email': <div inert><ConfirmEmailPage /></div>,
  'stop-announcements': <div inert><StopAnnouncementsPage /></div>,
  'stop-invitations': <div inert><StopInvitationsPage /></div>,
  dashboard: <Dashboard />,
};

const [, , name = '', language = ''] = process.argv;
const { path } = Object.entries(documents).find(([document]) => document === name)?.[1] ?? { path: '/' };
const catalogues = import.meta.glob<Messages>('../locales/*/{base,public}.po', { eager: true, import: 'messages' });
for (const part of ['base', 'public']) i18n.load(language, catalogues[`../locales/${language}/${part}.po`] ?? {});
i18n.activate(language, localeOf(language));

const markup = renderToStaticMarkup(
  <I18nProvider i18n={i18n}>
    <Provider store={createStore()}>
      <AppTheme>
        {/* A link of a mail has its secret behind the #. */}
        <StaticRouter location={{ pathname: path, hash: '#secret' }}>
          <Routes>
            <Route path={path} element={pages[name] ?? <Step />} />
          </Routes>
        </StaticRouter>
      </AppTheme>
    </Provider>
  </I18nProvider>,
);
process.stdout.write(markup);
