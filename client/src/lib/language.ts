import { i18n, type Messages } from '@lingui/core';

import LANGUAGES from './languages.json';
import { loadChunk } from './loadChunk';
import { localeOf } from './region';

export { LANGUAGES };

export type Language = keyof typeof LANGUAGES;

/** In which tests find texts that are in no catalogue, or do not fit (catalogues.ts). */
const PSEUDO = 'pseudo';
type Shown = Language | typeof PSEUDO;

/**
 * `public` holds the texts of pages for strangers, `dashboard` and `app` those behind the login, `interviews` those of
 * candidates and of screens in a hall, `api` the sentences of the API.
 */
type Part = 'base' | 'public' | 'dashboard' | 'app' | 'interviews' | 'api';

declare global {
  interface ImportMetaEnv {
    /** Whether the build holds the pseudo-locale: not one that is shipped. */
    readonly PSEUDO: boolean;
  }
}

type Load = () => Promise<{ readonly messages: Messages }>;
const catalogues = import.meta.glob<Awaited<ReturnType<Load>>>('../locales/*/*.po');
const pseudoCatalogues = import.meta.env.PSEUDO ? import.meta.glob<Awaited<ReturnType<Load>>>('../locales/en/*.po', { query: '?pseudo' }) : {};

const SOURCE: Language = 'en';
const YEAR = 365 * 24 * 60 * 60;

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== undefined && text !== null && text in LANGUAGES;
}

/** The choice that this browser keeps, in a cookie because the server draws pages by it; else the first that the visitor reads. */
function preferred(): Shown {
  const kept = /(?:^|; )language=(?<language>\w+)/u.exec(document.cookie)?.groups?.['language'];
  if (kept === PSEUDO || isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? SOURCE;
}

const parts = new Set<Part>(['base']);
let current: Shown | null = null;

async function messagesOf(language: Shown, part: Part): Promise<Messages> {
  const load = language === PSEUDO ? pseudoCatalogues[`../locales/${SOURCE}/${part}.po`] : catalogues[`../locales/${language}/${part}.po`];
  return load === undefined ? {} : (await loadChunk(load)).messages;
}

/** Shows this language, at first the one that the visitor prefers, on every page. */
export async function showLanguage(language: Shown = current ?? preferred()): Promise<void> {
  current = language;
  const messages = await Promise.all([...parts].map((part) => messagesOf(language, part)));
  for (const each of messages) i18n.load(language, each);
  // Another may have been chosen meanwhile.
  if (current !== language) return;
  if (i18n.locale !== language) i18n.activate(language, localeOf(language));
  document.documentElement.lang = language === PSEUDO ? SOURCE : language;
  void learnSentences(language);
}

/** No page waits for them: without them they are shown in English. */
async function learnSentences(language: Shown): Promise<void> {
  const messages = await messagesOf(language, 'api').catch(() => ({}));
  i18n.load(language, messages);
}

const loading = new Map<Part, Promise<void>>();

/** Loads further texts, once, in the language that is shown. */
export function loadMessages(part: Part): Promise<void> {
  const known = loading.get(part);
  if (known !== undefined) return known;
  parts.add(part);
  const loaded = showLanguage();
  loading.set(part, loaded);
  loaded.catch(() => loading.delete(part));
  return loaded;
}

/** Shows a language and keeps it as this browser's choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `language=${language}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  await showLanguage(language);
}

/** The language on screen; the source's in the pseudo-locale. */
export function shownLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : SOURCE;
}
