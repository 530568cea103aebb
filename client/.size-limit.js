import { readdirSync, readFileSync } from 'node:fs';

const names = Object.keys(JSON.parse(readFileSync(new URL('src/prerender/documents.json', import.meta.url), 'utf8')));
const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** What chunks.ts puts together has no source of its own in the manifest. */
const group = (name) => Object.keys(manifest).find((key) => key.startsWith(`_${name}-`) && key.endsWith('.js'));

/** The script files that a page needs before it shows: its chunk, the entry, and all that they import statically. */
function scriptsOf(...sources) {
  const files = new Set();
  const visit = (source) => {
    const chunk = manifest[source];
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  [group('base'), ...sources].forEach(visit);
  return [...files].map((file) => `dist/${file}`);
}

const limits = [
  ['login', '250 kB', ['src/features/auth/pages/LoginPage.tsx']],
  ['shell', '262 kB', [group('dashboard')]],
];

// With their styles and their script: what a server sends in one round trip, 14 kB with the headers.
const documents = readdirSync(new URL('dist/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'assets' && !entry.name.startsWith('.'))
  .flatMap(({ name: language }) => names.map((name) => `${language}/${name}.html`))
  .map((name) => ({ name, limit: '13 kB', gzip: true, path: `dist/${name}` }));

const before = new Set(scriptsOf(group('dashboard')));
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
