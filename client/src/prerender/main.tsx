import './window';

import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
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
import { localeOf } from '~/lib/region';
import { AppTheme } from '~/theme/AppTheme';

/** What is typed before the application has come is kept: see lib/keepTyped.ts. */
const takingText = (page: ReactNode) => <div data-form>{page}</div>;
/** A form of more than texts takes nothing, which would be lost. */
const untilDrawn = (page: ReactNode) => <div data-form inert>{page}</div>;

/** By the names of their documents. */
const pages: Readonly<Record<string, ReactNode>> = {
  start: <LandingPage />,
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
  login: takingText(<LoginPage />),
  signup: untilDrawn(<SignupPage />),
  'forgot-password': takingText(<ForgotPasswordPage />),
};

const [, , name = '', language = ''] = process.argv;
const catalogues = import.meta.glob<Messages>('../locales/*/public.po', { eager: true, import: 'messages' });
i18n.load(language, catalogues[`../locales/${language}/public.po`] ?? {});
i18n.activate(language, localeOf(language));

const markup = renderToStaticMarkup(
  <I18nProvider i18n={i18n}>
    <Provider store={createStore()}>
      <AppTheme>
        <StaticRouter location="/">{pages[name]}</StaticRouter>
      </AppTheme>
    </Provider>
  </I18nProvider>,
);
process.stdout.write(markup);
