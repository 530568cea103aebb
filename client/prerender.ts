import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const FOLDER = '.prerender';
const STYLE = /<style data-emotion="(?<names>[^"]*)">(?<rules>.*?)<\/style>/gsu;
const TITLE = /<title>.*?<\/title>/su;
// What the document of the application has and a page without it has not.
const APPLICATION = /\s*<(?:script|link)\b[^>]*\b(?:type="module"|rel="modulepreload"|rel="stylesheet"|src="\/theme\.js")[^>]*>(?:<\/script>)?|\s*<noscript>.*?<\/noscript>/gsu;

interface Drawn {
  readonly title: string;
  readonly styles: string;
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
async function drawPages(outDir: string): Promise<[string, string][]> {
  const folder = join(outDir, FOLDER);
  await build({
    ...shared,
    // Files get the addresses that they have in the build of the application.
    build: { ssr: 'src/prerender/main.tsx', outDir: folder, assetsInlineLimit: 0, rolldownOptions: { external: /^virtual:/u } },
  });
  // A process of its own: its window is no browser's.
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')]);
  await rm(folder, { recursive: true });
  return JSON.parse(stdout) as [string, string][];
}

/** The script of the pages, which fetches these files ahead. */
async function buildScript(next: readonly string[]): Promise<string> {
  const input = 'src/prerender/page.ts';
  const define = { NEXT: JSON.stringify(next.map((file) => `/${file}`)) };
  const { output } = (await build({ ...shared, define, build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } } })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

/** Takes the styles out of the markup, each once, and leaves out those of no element. */
function takeApart(markup: string): Drawn {
  const title = TITLE.exec(markup)?.[0] ?? '';
  const body = markup.replace(STYLE, '').replace(TITLE, '').replaceAll(' data-discover="true"', '');
  const rules = new Map<string, string>();
  for (const { groups } of markup.matchAll(STYLE)) {
    const names = groups?.['names'] ?? '';
    const [key, ...classes] = names.split(' ');
    if (key === 'css-global' || classes.some((name) => body.includes(`css-${name}`))) rules.set(names, groups?.['rules'] ?? '');
  }
  // The class is set by script in the application.
  return { title, body, styles: [...rules.values()].join('').replaceAll('.Mui-focusVisible', ':focus-visible') };
}

/**
 * Draws the pages that need no application as plain HTML, with their styles and their script inline. The server knows
 * them by their names, and allows what is inline by its hash.
 */
export function prerender(nextOf: (bundle: Rolldown.OutputBundle) => readonly string[]): Plugin {
  return {
    name: 'waymark:prerender',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const document = await readFile(join(dir, 'index.html'), 'utf8');
      const sheets = Object.values(bundle).filter(({ fileName }) => /\bindex-[^/]+\.css$/u.test(fileName));
      const css = sheets.map((sheet) => ('source' in sheet ? String(sheet.source) : '')).join('');
      const [pages, script] = await Promise.all([drawPages(dir), buildScript(nextOf(bundle))]);
      const write = async ([name, markup]: [string, string]): Promise<void> => {
        const { title, styles, body } = takeApart(markup);
        const page = document
          .replace(APPLICATION, '')
          .replace(TITLE, () => `${title}\n    <style>${css.trim()}${styles}</style>`)
          .replace('<div id="root">', () => `<script>${script}</script>\n    <div id="root">${body}`);
        await writeFile(join(dir, `${name}.html`), page);
      };
      await Promise.all(pages.map(write));
    },
  };
}
