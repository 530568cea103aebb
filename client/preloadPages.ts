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

interface Files {
  readonly entry: string;
  /** What the entry evaluates in pieces. */
  readonly pieces: readonly string[];
  /** Of the page alone. */
  readonly own: readonly string[];
}

/** The scripts that a page needs. */
function filesOf(sources: readonly string[], bundle: Rolldown.OutputBundle): Files {
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
  const entries = chunks.filter(({ isEntry }) => isEntry);
  entries.forEach(visit);
  entries.flatMap(({ dynamicImports }) => dynamicImports).forEach((name) => { visit(bundle[name] as Rolldown.OutputChunk); });
  const [entry = '', ...pieces] = files;
  sources.map(drawing).forEach(visit);
  return { entry, pieces, own: [...files].slice(1 + pieces.length) };
}

export type FilesOfPage = (page: keyof typeof PAGES, bundle: Rolldown.OutputBundle) => Files;

export const filesOfPage: FilesOfPage = (page, bundle) => filesOf(PAGES[page], bundle);

/**
 * Writes preloads.json: for each page the scripts that its routes would only ask for once the first one has run. The
 * server names them with the document, so that all of them are on their way together. The document itself names the
 * pieces that the entry evaluates. One with an outline names both, for the time after its first paint.
 */
export function preloadPages(): Plugin {
  return {
    name: 'waymark:preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }): IndexHtmlTransformResult => ({
        html: html.replace('<script type="module" ', '<script type="module" fetchpriority="low" '),
        tags: filesOf([], bundle).pieces.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${name}` },
          injectTo: 'head',
        })),
      }),
    },
    generateBundle(_options, bundle) {
      const preloads = Object.entries(PAGES).map(([path, sources]) => [path, filesOf(sources, bundle).own]);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(Object.fromEntries(preloads)) });
    },
  };
}
