import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build, type Plugin } from 'vite';

import { translations } from './catalogues.ts';
import LANGUAGES from './src/lib/languages.json' with { type: 'json' };

const FOLDER = '.prerender';
const ROOT = '<div id="root"></div>';
const LANGUAGE = '<html lang="en">';
const TITLE = /<title>.*?<\/title>/su;
const STYLES = /<style data-emotion=.*?<\/style>/gsu;
const THEME = '<script src="/theme.js"></script>';
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/gu;
const APPLICATION = /\s*<script type="module"[^>]* src="(?<address>[^"]*)"><\/script>/u;
/** The documents, by the names that the server knows them by. */
const DOCUMENTS = ['start', 'terms', 'privacy', 'login', 'signup', 'forgot-password'];

/**
 * Draws the pages that strangers see first, once a language, into documents of their own, with their styles. The application is fetched
 * after the first paint (public/theme.js), and draws the page anew.
 */
export function prerender(): Plugin {
  return {
    name: 'waymark:prerender',
    apply: 'build',
    async writeBundle({ dir = '' }) {
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
      const application = APPLICATION.exec(index)?.groups?.['address'] ?? '';
      const document = index
        .replace(PRELOADS, '')
        .replace(APPLICATION, '')
        // With the build in its address: an older one that the browser has kept would not start this application.
        .replace(THEME, `<script src="/theme.js?${basename(application)}" data-application="${application}"></script>`);
      const drawings = Object.keys(LANGUAGES).flatMap((language) => DOCUMENTS.map(async (name) => {
        // A process each: Emotion writes a style once.
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js'), name, language]);
        // All styles stand before what they style: a browser paints what it has.
        const head = [...(TITLE.exec(stdout) ?? []), ...(stdout.match(STYLES) ?? [])].join('');
        const page = document
          .replace(LANGUAGE, `<html lang="${language}">`)
          .replace(TITLE, () => head)
          .replace(ROOT, () => `<div id="root">${stdout.replace(TITLE, '').replace(STYLES, '')}</div>`);
        await mkdir(join(dir, language), { recursive: true });
        await writeFile(join(dir, language, `${name}.html`), page);
      }));
      await Promise.all(drawings);
      await rm(folder, { recursive: true });
    },
  };
}
