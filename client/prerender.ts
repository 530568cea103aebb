import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

import type { FilesOfPage } from './preloadPages.ts';

const FOLDER = '.prerender';
const STYLE = /<style data-emotion="(?<names>[^"]*)">(?<rules>.*?)<\/style>/gsu;
const TITLE = /<title>.*?<\/title>/su;
const THEME = /\s*<script src="\/theme\.js"><\/script>/u;
const SHEET = /\s*<link rel="stylesheet"[^>]*>/u;
const PRELOADS = /\s*<link\b[^>]*\brel="modulepreload"[^>]*>/gu;
// What the document of the application has and a page without it has not.
const APPLICATION = /\s*<(?:script|link)\b[^>]*\b(?:type="module"|rel="modulepreload")[^>]*>(?:<\/script>)?|\s*<noscript>.*?<\/noscript>/gsu;
// By src/prerender/outline.ts.
const HIDDEN = '[data-without-outline] .outline{visibility:hidden}[data-without-passkeys] .outline .of-passkeys{display:none}';
const WITHOUT_SCRIPTS = '<noscript><style>.outline{display:none}</style></noscript>';
const INPUT = /<input [^>]*(?<look>class="[^"]*")[^>]*>/gu;

type Pages = readonly (readonly [name: string, markup: string])[];

type Outlined = 'login' | 'signup' | 'forgot-password' | 'invitation';

interface Drawn {
  readonly title: string;
  /** By the names that Emotion gives them; those of the whole page have one each. */
  readonly globals: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, string>;
  /** Names of styles that no element has by themselves: they are parts of others. */
  readonly merged: readonly string[];
  readonly body: string;
}

const shared: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { '~': fileURLToPath(new URL('src', import.meta.url)) } },
};

/** The markup of each page by its name, with its styles before the elements that want them. */
async function drawPages(outDir: string): Promise<{ readonly plain: Pages; readonly outlined: readonly (readonly [name: Outlined, markup: string])[] }> {
  const folder = join(outDir, FOLDER);
  await build({
    ...shared,
    // Files get the addresses that they have in the build of the application.
    build: { ssr: 'src/prerender/main.tsx', outDir: folder, assetsInlineLimit: 0, rolldownOptions: { external: /^virtual:/u } },
  });
  // A process of its own: its window is no browser's.
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')]);
  await rm(folder, { recursive: true });
  return JSON.parse(stdout) as { plain: Pages; outlined: [Outlined, string][] };
}

/** A script that stands in a document; `next` are the files that it fetches ahead. */
async function buildScript(input: string, next: readonly string[] = []): Promise<string> {
  const define = { NEXT: JSON.stringify(next.map((file) => `/${file}`)) };
  const { output } = (await build({ ...shared, define, build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } } })) as Rolldown.RolldownOutput;
  return `<script>${output[0].code.trim()}</script>`;
}

/** Takes the styles out of the markup, each once, and leaves out those of no element. */
function takeApart(markup: string): Drawn {
  const title = TITLE.exec(markup)?.[0] ?? '';
  const body = markup.replace(STYLE, '').replace(TITLE, '').replaceAll(' data-discover="true"', '');
  const globals = new Map<string, string>();
  const classes = new Map<string, string>();
  const merged = new Set<string>();
  for (const { groups } of markup.matchAll(STYLE)) {
    const { names = '', rules = '' } = groups ?? {};
    const [key, ...own] = names.split(' ');
    if (key === 'css-global') globals.set(names, rules);
    else if (own.some((name) => body.includes(`css-${name}`))) classes.set(own.join(' '), rules);
    else own.forEach((name) => merged.add(name));
  }
  return { title, globals, classes, merged: [...merged], body };
}

/** A page without the application. */
function plainPage(document: string, { title, globals, classes, body }: Drawn, { css, script }: { css: string; script: string }): string {
  // The application sets this class by script.
  const rules = [...globals.values(), ...classes.values()].join('').replaceAll('.Mui-focusVisible', ':focus-visible');
  return document
    .replace(APPLICATION, '')
    .replace(SHEET, '')
    // A font that comes after the first paint would move what is being read; the next page has it.
    .replace(TITLE, () => `${title}\n    <style>${css.replaceAll('font-display:swap', 'font-display:optional')}${rules}</style>`)
    .replace('<div id="root">', () => `${script}\n    <div id="root">${body}`);
}

/**
 * A page whose outline is shown until the application has drawn it anew. Nothing can be typed into it, and no password
 * manager fills it in. Its styles carry Emotion's names: they are those of the page, too, and are not made again, nor
 * moved (`data-s`), which would lay out the page anew. The entry asks for the other `scripts` after the first paint.
 */
function outlinedPage(document: string, { title, globals, classes, merged, body }: Drawn, { css, script, scripts }: { css: string; script: string; scripts: readonly string[] }): string {
  const tags = [...globals].map(([names, rules]) => `<style data-emotion="${names}" data-s>${rules}</style>`);
  const own = `<style data-emotion="css ${[...classes.keys(), ...merged].join(' ')}" data-s>${[...classes.values()].join('')}</style>`;
  const outline = body
    .replace(INPUT, '<input $<look>>')
    .replace(/ (?:id|for)="[^"]*"/gu, '')
    .replace(/<(?=(?:form|button)\b)(\w+)/gu, '<$1 inert');
  return document
    .replace(PRELOADS, '')
    // Named, so that Vite does not ask for it anew, and not loaded: its rules are here.
    .replace(SHEET, (sheet) => sheet.replace('<link ', '<link disabled '))
    .replace(TITLE, () => `${title}\n    <style>${css}${HIDDEN}</style>${WITHOUT_SCRIPTS}${tags.join('')}${own}`)
    .replace('<div id="root">', () => `${script}\n    <div id="root"><div class="outline" data-scripts="${scripts.map((file) => `/${file}`).join(' ')}">${outline}</div>`);
}

/**
 * Draws pages that need no application as plain HTML, and the outlines of others into the document of the application,
 * with their styles and a script inline. The server knows them by their names, and allows what is inline by its hash.
 */
export function prerender(filesOfPage: FilesOfPage): Plugin {
  return {
    name: 'waymark:prerender',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const sheets = Object.values(bundle).filter(({ fileName }) => /\bindex-[^/]+\.css$/u.test(fileName));
      const css = sheets.map((sheet) => ('source' in sheet ? String(sheet.source) : '')).join('').trim();
      const scriptsOf = (page: Outlined) => {
        const { pieces, own } = filesOfPage(page, bundle);
        return [...pieces, ...own];
      };
      // What a visitor of the start page needs next.
      const next = [filesOfPage('login', bundle).entry, ...scriptsOf('login'), ...sheets.map(({ fileName }) => fileName)];
      const [index, { plain, outlined }, script, outlineScript] = await Promise.all([
        readFile(join(dir, 'index.html'), 'utf8'),
        drawPages(dir),
        buildScript('src/prerender/page.ts', next),
        buildScript('src/prerender/outline.ts'),
      ]);
      const document = index.replace(THEME, '');
      const pages = [
        ...plain.map(([name, markup]) => [name, plainPage(document, takeApart(markup), { css, script })] as const),
        ...outlined.map(([name, markup]) => [name, outlinedPage(document, takeApart(markup), { css, script: outlineScript, scripts: scriptsOf(name) })] as const),
      ];
      await Promise.all(pages.map(([name, page]) => writeFile(join(dir, `${name}.html`), page)));
    },
  };
}
