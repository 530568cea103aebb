import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';

import { serverApi } from '../api/generated/serverApi';
import { inWords } from '../lib/activity';
import { formatCount, formatList, formatRegion } from '../lib/format';
import { isLanguage, LANGUAGES } from '../lib/language';
import { isOwnField, nameOfOwn } from '../lib/ownNames';
import { OWN_KINDS } from '../lib/ownFields';
import { labelOf } from '../lib/profiles';
import { translated } from '../lib/sentences';

/** What an entry of the trail keeps of a change. */
interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Change {
  readonly name: string;
  /** Null where there was nothing before. */
  readonly before: string | null;
  /** Null where there is nothing after. */
  readonly after: string | null;
}

/** Not shown: the session's id. */
const HIDDEN: ReadonlySet<string> = new Set(['session', 'generation']);

/** Whose values are words of the server; others are a person's. */
const CONSTANT: ReadonlySet<string> = new Set(['state', 'status', 'action', 'mode', 'method', 'kind', 'reason', 'logo', 'photo', 'secondFactor', 'second_factor']);

/** Each value of these lists is named; the values of others are counted. */
const LISTED: ReadonlySet<string> = new Set(['factors', 'emailDomains', 'administratorNetworks']);

const CODE = /^[a-z]+(?:[-_][a-z]+)*$/u;

function constant(value: string): string {
  const said = translated(value.replaceAll('-', '_'));
  return CODE.test(said) ? inWords(value) : said;
}

const profiles = (value: string) => formatList(value.split(', ').map((profile) => labelOf('profile', profile)));
const kinds: Readonly<Record<string, string>> = OWN_KINDS;

const SHOWN: Readonly<Record<string, (value: string) => string | null>> = {
  kind: (value) => (Object.hasOwn(kinds, value) ? (kinds[value] ?? null) : null),
  requiredFor: profiles,
  viewers: profiles,
  editors: profiles,
  region: formatRegion,
  language: (value) => (isLanguage(value) ? LANGUAGES[value] : null),
};

function words(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') return SHOWN[field]?.(value) ?? (CONSTANT.has(field) ? constant(value) : labelOf(field, value));
  if (!Array.isArray(value)) return JSON.stringify(value);
  return LISTED.has(field) ? formatList(value.map((each) => constant(String(each)))) || null : formatCount(value.length);
}

/** What was changed, field by field; what stayed as it was is left out. */
export function changesOf({ before, after }: Changed): readonly Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !HIDDEN.has(field))
    .map((field) => ({ name: isOwnField(field) ? field : inWords(field), before: words(field, before?.[field]), after: words(field, after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function Value({ change: { before, after } }: { readonly change: Change }) {
  return (
    <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
      {before !== null && (
        <Box component="del" sx={{ color: 'text.secondary', textDecorationColor: 'currentcolor' }}>
          <span className="visually-hidden">{t`before:`} </span>
          {before}
        </Box>
      )}
      {before !== null && after !== null && (
        <Box component="span" aria-hidden sx={{ mx: 0.75, color: 'text.secondary' }}>
          →
        </Box>
      )}
      {after !== null && (
        <Box component="ins" sx={{ fontWeight: 500, textDecoration: 'none' }}>
          {before !== null && <span className="visually-hidden">{t`after:`} </span>}
          {after}
        </Box>
      )}
    </Box>
  );
}

/** The labels of the company's own fields, by which changes name them; those that are not open to the reader have their key. */
function useLabels(changes: readonly Change[]): (name: string) => string {
  const { data } = serverApi.useListFieldsQuery(changes.some(({ name }) => isOwnField(name)) ? {} : skipToken);
  return (name) => (isOwnField(name) ? (data?.fields.find((field) => nameOfOwn(field) === name)?.label ?? inWords(name.slice(name.indexOf(':') + 1))) : name);
}

export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const labelOfChange = useLabels(changes);
  if (changes.length === 0) return null;
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.25, m: 0, typography: 'caption' }}>
      {changes.map((change) => (
        <Box key={change.name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {labelOfChange(change.name)}
          </Box>
          <Value change={change} />
        </Box>
      ))}
    </Box>
  );
}
