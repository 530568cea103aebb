import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build, type Plugin, type Rolldown } from 'vite';

import { translations } from './catalogues.ts';
import LANGUAGES from './src/lib/languages.json' with { type: 'json' };
import DOCUMENTS from './src/prerender/documents.json' with { type: 'json' };

const FOLDER = '.prerender';
const ROOT = '<div id="root"></div>';
const LANGUAGE = '<html lang="en">';
const TITLE = /<title>.*?<\/title>/su;
const METAS = /<meta [^>]*>/gu;
const STYLES = /<style data-emotion=.*?<\/style>/gsu;
const THEME = '<script src="/theme.js"></script>';
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/gu;
const APPLICATION = /\s*<script type="module"[^>]* src="(?<address>[^"]*)"><\/script>/gu;
const DASHBOARD = 'dashboard';

/** The addresses of the files that draw this page in this language, for the browser to ask for at once. */
function filesOf(bundle: Rolldown.OutputBundle, page: string, texts: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const of = (path: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${path}`)))?.fileName;
  const files = new Set([of(page), ...texts.map(of)].filter((name) => name !== undefined));
  // A set takes what is added while it is walked.
  for (const name of files) for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) files.add(imported);
  return [...files].map((name) => `/${name}`);
}

/**
 * Draws the pages that strangers see first, once a language, into documents of their own, with their styles. The application is fetched
 * after the first paint (public/theme.js), and draws the page anew.
 */
export function prerender(): Plugin {
  return {
    name: 'waymark:prerender',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const folder = join(dir, FOLDER);
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        plugins: translations('id-only'),
        resolve: { alias: { '~': fileURLToPath(new URL('src', import.meta.url)) } },
        // Files get the addresses that they have in the build of the application.
        build: { ssr: 'src/prerender/main.tsx', outDir: folder, assetsInlineLimit: 0 },
      });
      const index = await readFile(join(dir, 'index.html'), 'utf8');
      const application = [...index.matchAll(APPLICATION)].at(-1)?.groups?.['address'] ?? '';
      const drawings = Object.keys(LANGUAGES).flatMap((language) => Object.entries(DOCUMENTS).map(async ([name, { page }]) => {
        // A process each: Emotion writes a style once.
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js'), name, language]);
        // All styles stand before what they style: a browser paints what it has.
        const head = [...(TITLE.exec(stdout) ?? []), ...(stdout.match(METAS) ?? []), ...(stdout.match(STYLES) ?? [])].join('');
        const texts = ['base', name === DASHBOARD ? DASHBOARD : 'public'].map((part) => `locales/${language}/${part}.po`);
        const files = [application, ...filesOf(bundle, page, texts).filter((file) => file !== application)];
        // A signed-in person waits for what only the application draws.
        const early = name === DASHBOARD ? files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('') : '';
        // With the build in its address: an older one that the browser has kept would not start this application.
        const theme = `<script src="/theme.js?${basename(application)}" data-application="${files.join(' ')}"></script>${early}`;
        const drawn = index
          .replace(PRELOADS, '')
          .replace(APPLICATION, '')
          .replace(THEME, theme)
          .replace(LANGUAGE, `<html lang="${language}">`)
          .replace(TITLE, () => head)
          .replace(ROOT, () => `<div id="root">${stdout.replace(TITLE, '').replace(METAS, '').replace(STYLES, '')}</div>`);
        await mkdir(join(dir, language), { recursive: true });
        await writeFile(join(dir, language, `${name}.html`), drawn);
      }));
      await Promise.all(drawings);
      await rm(folder, { recursive: true });
    },
  };
}
