import { readdirSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The script files that a page needs before it shows: its chunk, the entry, and all that they import statically. */
function scriptsOf(...sources) {
  const files = new Set();
  const visit = (source) => {
    const chunk = manifest[source];
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  ['index.html', ...sources].forEach(visit);
  return [...files].map((file) => `dist/${file}`);
}

const limits = [
  ['login', '250 kB', ['src/features/auth/pages/LoginPage.tsx']],
  ['shell', '295 kB', ['src/app/DashboardFrame.tsx', 'src/app/Dashboard.tsx']],
];

// With their styles and their script: what a server sends in one round trip, 14 kB with the headers.
const documents = readdirSync(new URL('dist/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'assets' && !entry.name.startsWith('.'))
  .flatMap(({ name: language }) => ['start', 'terms', 'privacy', 'login', 'signup', 'forgot-password'].map((name) => `${language}/${name}.html`))
  .map((name) => ({ name, limit: '12 kB', gzip: true, path: `dist/${name}` }));

const before = new Set(scriptsOf('src/app/DashboardFrame.tsx'));
const later = Object.values(manifest)
  .filter(({ isDynamicEntry, file }) => isDynamicEntry && file.endsWith('.js'))
  .map(({ file }) => `dist/${file}`)
  .filter((file) => !before.has(file));

const workers = readdirSync(new URL('dist/assets/', import.meta.url))
  .filter((name) => /worker-[^.]+\.js$/iu.test(name))
  .map((name) => `dist/assets/${name}`);

export default [
  ...documents,
  ...limits.map(([name, limit, sources]) => ({ name, limit, gzip: true, path: scriptsOf(...sources) })),
  ...[...later, ...workers].map((file) => ({
    name: file.replace(/^.*\//u, ''),
    limit: '80 kB',
    gzip: true,
    path: file,
  })),
];
