/**
 * Collects the texts of the sources into src/locales/ and keeps what is translated. With --check nothing is written:
 * it fails when a catalogue is not what would be written, or lacks a translation.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transformAsync } from '@babel/core';
import extractMessages from '@lingui/babel-plugin-extract-messages';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCES = 'src';
const SOURCE_LANGUAGE = 'en';
const MACRO = /from '@lingui\/(?:core|react)\/macro'/u;
const IMPORT = /^(?:import|export) (?!type )[^;]*?from '(?<path>(?:~\/|\.)[^']*)'/gmu;
/** What the dashboard shows is a catalogue of its own: it is opened first, and all other pages have many more texts. */
const DASHBOARD = ['src/app/DashboardFrame.tsx', 'src/app/Dashboard.tsx', 'src/app/Running.tsx', 'src/features/announcements/reading/UnseenAnnouncements.tsx', ...['ApplicationCard', 'CompanyPanels', 'FirstSteps', 'TodayPanels'].map((name) => `src/features/dashboard/components/${name}.tsx`)];
/** The texts of parts that many pages have are loaded first; what strangers see and what is shown with a session, with its page. */
const STRANGERS = /^src\/(?:features\/(?:auth|landing|legal)|prerender|ui\/institutes)\//u;
/** A candidate's phone loads these texts and no others of interviews. */
const CANDIDATES = /^src\/features\/interviews\/(?:own|hall)\//u;
const SIGNED_IN = /^src\/(?:features\/(?!auth|landing|legal)|app\/Dashboard|forms\/conditions\/|lib\/(?:activity|batchLinks|conditions|placement|stageWords))/u;

const languages = Object.keys(JSON.parse(readFileSync(join(HERE, 'src/lib/languages.json'), 'utf8')));
const format = formatter({ lineNumbers: false });
const linguiConfig = makeConfig({ locales: languages, sourceLocale: SOURCE_LANGUAGE }, { skipValidation: true });

const codeOf = (path) => readFileSync(join(HERE, path), 'utf8');

/** These sources and what they import, directly or not. */
function reach(paths) {
  const found = new Set(paths);
  // A set takes what is added while it is walked.
  for (const path of found) {
    for (const { groups } of codeOf(path).matchAll(IMPORT)) {
      const target = groups.path.startsWith('~/') ? join(SOURCES, groups.path.slice(2)) : join(dirname(path), groups.path);
      const file = [`${target}.ts`, `${target}.tsx`].find((name) => existsSync(join(HERE, name)));
      if (file !== undefined) found.add(file);
    }
  }
  return found;
}

async function textsOf(path) {
  const code = codeOf(path);
  const texts = [];
  if (!MACRO.test(code)) return texts;
  await transformAsync(code, {
    filename: path,
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [
      [linguiMacro, { descriptorFields: 'all', linguiConfig }],
      [extractMessages, { linguiConfig, onMessageExtracted: (text) => texts.push({ ...text, path }) }],
    ],
  });
  return texts;
}

/** The texts of each catalogue by their ids. */
async function collect() {
  const parts = { base: {}, public: {}, dashboard: {}, app: {}, interviews: {} };
  const ofDashboard = reach(DASHBOARD);
  const paths = readdirSync(join(HERE, SOURCES), { recursive: true })
    .map((name) => join(SOURCES, name).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path))
    .sort();
  for (const text of (await Promise.all(paths.map(textsOf))).flat()) {
    const { id, message, context, comment, placeholders, path } = text;
    const part = parts[STRANGERS.test(path) ? 'public' : CANDIDATES.test(path) ? 'interviews' : SIGNED_IN.test(path) ? (ofDashboard.has(path) ? 'dashboard' : 'app') : 'base'];
    const known = (part[id] ??= { message, context, origin: [], extractedComments: [], placeholders: {} });
    if (!known.origin.some(([origin]) => origin === path)) known.origin.push([path]);
    if (comment !== undefined && !known.extractedComments.includes(comment)) known.extractedComments.push(comment);
    for (const [name, value] of Object.entries(placeholders ?? {})) {
      known.placeholders[name] ??= [];
      if (!known.placeholders[name].includes(value)) known.placeholders[name].push(value);
    }
  }
  // What is loaded first is not loaded twice.
  for (const id of Object.keys(parts.base)) for (const part of [parts.public, parts.dashboard, parts.app, parts.interviews]) delete part[id];
  for (const id of Object.keys(parts.dashboard)) delete parts.app[id];
  return parts;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const checks = process.argv.includes('--check');
const parts = await collect();
// A text keeps its translation when it moves to the other catalogue.
const failures = [];
for (const locale of languages) {
  const paths = Object.keys(parts).map((name) => join(HERE, 'src/locales', locale, `${name}.po`));
  const context = { locale, sourceLocale: SOURCE_LANGUAGE };
  const stored = await Promise.all(paths.map(async (filename) => format.parse(read(filename) ?? '', { ...context, filename })));
  const known = Object.assign({}, ...stored);
  for (const [index, texts] of Object.values(parts).entries()) {
    const filename = paths[index];
    const existing = read(filename);
    const catalogue = Object.fromEntries(
      Object.entries(texts)
        .sort(([, one], [, other]) => (one.message < other.message ? -1 : 1))
        .map(([id, text]) => [id, { ...text, translation: locale === SOURCE_LANGUAGE ? text.message : (known[id]?.translation ?? '') }]),
    );
    const written = await format.serialize(catalogue, { ...context, existing, filename });
    const missing = Object.values(catalogue).filter(({ translation }) => translation === '');
    failures.push(...missing.map(({ message }) => `${locale}: not translated: ${message}`));
    if (checks && written !== existing) failures.push(`${filename} is not up to date: npm run messages`);
    if (!checks) {
      mkdirSync(dirname(filename), { recursive: true });
      writeFileSync(filename, written);
    }
  }
}
for (const failure of failures) console.error(failure);
if (checks && failures.length > 0) process.exit(1);
