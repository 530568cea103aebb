import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { formatter } from '@lingui/format-po';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import type { Plugin } from 'vite';

const PO = /\.po(?:\?pseudo)?$/u;
const PSEUDO = '?pseudo';
/** The sentences of the API, which come from the server in English: that is their key. */
const API = '/api.po';
const MACRO = /from '@lingui\/(?:core|react)\/macro'/u;
const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', A: 'Á', E: 'É', I: 'Í', O: 'Ö', U: 'Ü' };

/** "Log in" -> "[Lög ín~~~]": a text that is bare or cut is seen. Longer by two fifths, in words, as a translation may be. */
function pseudo(text: string): string {
  if (text.trim() === '') return text;
  return `[${text.replace(/[aeiou]/giu, (letter) => ACCENTS[letter] ?? letter)}${'~'.repeat(Math.ceil(text.length * 0.4)).replace(/~{5}(?=~)/gu, '$& ')}]`;
}

/** Catalogues as modules, compiled: a page holds no parser of messages. */
function catalogues(): Plugin {
  const format = formatter();
  return {
    name: 'waymark:catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: PO },
      async handler(source, id) {
        const catalogue = await format.parse(source, { locale: 'en', sourceLocale: 'en', filename: id });
        const compiled = Object.entries(catalogue).map(([key, { message = '', translation }]) => [
          id.endsWith(API) ? message : key,
          compileMessageOrThrow(translation === undefined || translation === '' ? message : translation, id.endsWith(PSEUDO) ? pseudo : undefined),
        ]);
        // Parsed as JSON it starts sooner than as a literal.
        const text = JSON.stringify(JSON.stringify(Object.fromEntries(compiled)));
        return { code: `export const messages = JSON.parse(${text});`, map: null, moduleType: 'js' };
      },
    },
  };
}

/**
 * Texts in the sources, and their catalogues. In tests a text keeps its English words, so that they need no catalogue;
 * a build holds only its key.
 */
export function translations(descriptorFields: 'message' | 'id-only') {
  const linguiConfig = makeConfig({ locales: ['en'], sourceLocale: 'en' }, { skipValidation: true });
  const macros = defineRolldownBabelPreset({
    preset: () => ({ plugins: [[linguiMacro, { descriptorFields, linguiConfig }]] }),
    rolldown: { filter: { code: MACRO } },
  });
  return [babel({ presets: [macros] }), catalogues()];
}
