import { fileURLToPath } from 'node:url';

import type { IndexHtmlTransformResult, Plugin, Rolldown } from 'vite';

const AUTH = './src/features/auth/pages';
const SHELL = ['./src/app/startDashboard.ts', './src/app/DashboardFrame.tsx', './src/app/Dashboard.tsx'];

/** What a page is drawn by, under the first part of its path. */
const PAGES = {
  login: [`${AUTH}/LoginPage.tsx`],
  signup: [`${AUTH}/SignupPage.tsx`],
  'sms-verification': [`${AUTH}/VerificationPage.tsx`],
  'email-verification': [`${AUTH}/VerificationPage.tsx`],
  'forgot-password': [`${AUTH}/ForgotPasswordPage.tsx`],
  'reset-password': [`${AUTH}/ResetPasswordPage.tsx`],
  'confirm-login': [`${AUTH}/FactorPage.tsx`],
  'company-info': [`${AUTH}/CompanyPage.tsx`],
  // The link of an invitation leads on to the new password by itself.
  invitation: [`${AUTH}/InvitationPage.tsx`, `${AUTH}/ResetPasswordPage.tsx`],
  'not-me': [`${AUTH}/NotMePage.tsx`],
  'confirm-email': ['./src/features/users/pages/ConfirmEmailPage.tsx'],
  'stop-invitations': ['./src/features/invitations/pages/StopInvitationsPage.tsx'],
  dashboard: SHELL,
  'applicant-dashboard': SHELL,
} satisfies Record<string, readonly string[]>;

function isChunk(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk {
  return file.type === 'chunk';
}

/** What the entry evaluates in pieces. */
function piecesOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).filter(isChunk).filter(({ isEntry }) => isEntry).flatMap(({ dynamicImports }) => dynamicImports);
}

/** The files that a page needs: first those that the document names itself, then its own. */
function filesOf(sources: readonly string[], bundle: Rolldown.OutputBundle): { readonly named: Set<string>; readonly own: Set<string> } {
  const chunks = Object.values(bundle).filter(isChunk);
  const drawing = (module: string): Rolldown.OutputChunk => {
    const id = fileURLToPath(new URL(module, import.meta.url));
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
    if (found === undefined) throw new Error(`${module} is no page of the build.`);
    return found;
  };
  const files = new Set<string>();
  const visit = ({ fileName, imports }: Rolldown.OutputChunk): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    for (const imported of imports) visit(bundle[imported] as Rolldown.OutputChunk);
  };
  chunks.filter(({ isEntry }) => isEntry).forEach(visit);
  piecesOf(bundle).forEach((name) => { visit(bundle[name] as Rolldown.OutputChunk); });
  const named = new Set(files);
  sources.map(drawing).forEach(visit);
  return { named, own: new Set([...files].filter((file) => !named.has(file))) };
}

/** All files of the login: what a visitor of the start page needs next. */
export function filesOfLogin(bundle: Rolldown.OutputBundle): string[] {
  const { named, own } = filesOf(PAGES.login, bundle);
  const styles = Object.keys(bundle).filter((file) => /\bindex-[^/]+\.css$/u.test(file));
  return [...named, ...own, ...styles];
}

/**
 * Writes preloads.json: for each page the scripts that its routes would only ask for once the first one has run. The
 * server names them with the document, so that all of them are on their way together. The document itself names the
 * pieces that the entry evaluates. All of them come after what the first paint needs: the outline is in the document.
 */
export function preloadPages(): Plugin {
  return {
    name: 'waymark:preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }): IndexHtmlTransformResult => ({
        html: html.replace('<script type="module" ', '<script type="module" fetchpriority="low" '),
        tags: piecesOf(bundle).map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${name}` },
          injectTo: 'head',
        })),
      }),
    },
    generateBundle(_options, bundle) {
      const preloads = Object.entries(PAGES).map(([path, sources]) => [path, [...filesOf(sources, bundle).own]]);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(Object.fromEntries(preloads)) });
    },
  };
}
