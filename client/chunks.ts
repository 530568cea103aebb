import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo(id: string): { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

type Ids = ReadonlySet<string>;

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const ALL_PAGES = ['main.tsx'];
/** What opens the dashboard, and behind it that of managers; what strangers read; and their forms, each of which is opened alone. */
const DASHBOARD = ['app/DashboardFrame.tsx', 'app/Dashboard.tsx'];
const MANAGERS = ['app/Running.tsx'];
const READ = ['landing/pages/LandingPage.tsx', 'auth/pages/InvitationPage.tsx'].map((page) => `features/${page}`);
const FORMS = ['Login', 'Signup'].map((name) => `features/auth/pages/${name}Page.tsx`);
/** Names of classes: their modules import whole components for more names. */
const CLASSES = /Classes(?:\.m?js)?$/u;
/** It imports every component: one that takes some of them by name needs only these. */
const ALL_COMPONENTS = /@mui\/material\/index\.m?js$/u;
const TAKEN = /import\s*\{(?<names>[^}]*)\}\s*from\s*["']@mui\/material["']/gu;

function importsOf(id: string, modules: Modules): readonly string[] {
  const { code, importedIds = [] } = (CLASSES.test(id) ? null : modules.getModuleInfo(id)) ?? {};
  return importedIds.flatMap((imported) => {
    if (!ALL_COMPONENTS.test(imported)) return [imported];
    const taken = [...(code ?? '').matchAll(TAKEN)].flatMap(({ groups }) => groups?.['names']?.split(',') ?? []);
    const names = taken.map((name) => name.trim().split(/\s/u)[0] ?? '').filter((name) => !CLASSES.test(name));
    return names.map((name) => imported.replace(/index(?=\.m?js$)/u, `${name}/index`));
  });
}

/** The modules that these import, directly or not, with themselves. */
function reach(roots: readonly string[], modules: Modules): Ids {
  const found = new Set<string>();
  const waiting = roots.map(source);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...importsOf(id, modules));
  }
  return found;
}

/**
 * The files of what first pages need. On a slow network each file costs as much as its journey, and many small ones are
 * compressed worse than a few. A file takes along what its modules import, so that what two need comes first.
 */
export function chunks() {
  let reached: readonly Ids[] | undefined;
  const fileOf = (id: string, modules: Modules) => {
    reached ??= [ALL_PAGES, DASHBOARD, MANAGERS, READ, ...FORMS.map((form) => [form])].map((roots) => reach(roots, modules));
    const [all, dashboard, managers, isRead, ...forms] = reached.map((ids) => ids.has(id));
    const isForm = !forms.includes(false);
    if (all) return 'base';
    if (dashboard) return isRead || forms.includes(true) ? 'shared' : 'dashboard';
    if (isForm) return isRead ? 'shared' : 'forms';
    return managers ? 'managers' : null;
  };
  return ['base', 'shared', 'dashboard', 'forms', 'managers'].map((file) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    debugName: file,
  }));
}
