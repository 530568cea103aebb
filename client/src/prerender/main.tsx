import './window';

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';

import { createStore } from '~/app/store';
import { ForgotPasswordPage } from '~/features/auth/pages/ForgotPasswordPage';
import { InvitationPage } from '~/features/auth/pages/InvitationPage';
import { LoginPage } from '~/features/auth/pages/LoginPage';
import { SignupPage } from '~/features/auth/pages/SignupPage';
import { LandingPage } from '~/features/landing/pages/LandingPage';
import { PrivacyPage } from '~/features/legal/pages/PrivacyPage';
import { TermsPage } from '~/features/legal/pages/TermsPage';
import { AppTheme } from '~/theme/AppTheme';

/** Pages that need no application, by the names of their documents. */
const plain: Readonly<Record<string, ReactNode>> = { start: <LandingPage />, terms: <TermsPage />, privacy: <PrivacyPage /> };

/** Pages whose outline is shown until the application has drawn them. */
const outlined: Readonly<Record<string, ReactNode>> = {
  login: <LoginPage />,
  signup: <SignupPage />,
  'forgot-password': <ForgotPasswordPage />,
  invitation: <InvitationPage />,
};

function draw(pages: Readonly<Record<string, ReactNode>>): [string, string][] {
  return Object.entries(pages).map(([name, page]) => [
    name,
    renderToStaticMarkup(
      <Provider store={createStore()}>
        <AppTheme>
          <StaticRouter location="/#token">{page}</StaticRouter>
        </AppTheme>
      </Provider>,
    ),
  ]);
}

process.stdout.write(JSON.stringify({ plain: draw(plain), outlined: draw(outlined) }));
