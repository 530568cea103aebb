import './window';

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';

import { LandingPage } from '~/features/landing/pages/LandingPage';
import { PrivacyPage } from '~/features/legal/pages/PrivacyPage';
import { TermsPage } from '~/features/legal/pages/TermsPage';
import { AppTheme } from '~/theme/AppTheme';

const pages: Readonly<Record<string, ReactNode>> = {
  start: <LandingPage />,
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
};

function draw(page: ReactNode): string {
  return renderToStaticMarkup(
    <AppTheme>
      <StaticRouter location="/">{page}</StaticRouter>
    </AppTheme>,
  );
}

process.stdout.write(JSON.stringify(Object.entries(pages).map(([name, page]) => [name, draw(page)])));
