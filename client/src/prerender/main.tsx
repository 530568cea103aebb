import './window';

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';

import { createStore } from '~/app/store';
import { ForgotPasswordPage } from '~/features/auth/pages/ForgotPasswordPage';
import { LoginPage } from '~/features/auth/pages/LoginPage';
import { SignupPage } from '~/features/auth/pages/SignupPage';
import { LandingPage } from '~/features/landing/pages/LandingPage';
import { PrivacyPage } from '~/features/legal/pages/PrivacyPage';
import { TermsPage } from '~/features/legal/pages/TermsPage';
import { AppTheme } from '~/theme/AppTheme';

/** What is typed into a form before the application has come would be lost: nothing can be. */
const untilDrawn = (page: ReactNode) => <div inert>{page}</div>;

/** By the names of their documents. */
const pages: Readonly<Record<string, ReactNode>> = {
  start: <LandingPage />,
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
  login: untilDrawn(<LoginPage />),
  signup: untilDrawn(<SignupPage />),
  'forgot-password': untilDrawn(<ForgotPasswordPage />),
};

const markup = renderToStaticMarkup(
  <Provider store={createStore()}>
    <AppTheme>
      <StaticRouter location="/">{pages[process.argv[2] ?? '']}</StaticRouter>
    </AppTheme>
  </Provider>,
);
process.stdout.write(markup);
