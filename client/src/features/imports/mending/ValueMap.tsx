import { plural, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { Choice } from '~/forms/SelectField';
import { FormError } from '~/forms/Form';
import { countRows } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption } from '~/ui/Text';

import { isOwnField } from '~/lib/ownNames';

import { type Field, FIELDS, type ImportMode, importsApi, labelOfField, type ProblemOfRows, type SpellingOfRows, type ValueOfRows } from '../api';
import { choicesOf, constantOf, shownValue } from './fields';

/** A value of invalid rows that its field does not know. */
interface OtherValue extends ValueOfRows {
  readonly field: string;
}

interface Refusals {
  readonly importId: string;
  readonly mode: ImportMode;
  readonly problems: readonly ProblemOfRows[];
}

function useOtherValuesOf(field: Field | undefined, { importId, mode, problems }: Refusals): { readonly values: readonly OtherValue[]; readonly isLoading: boolean } {
  const isRefused = field !== undefined && problems.some((problem) => problem.field === field);
  const { data, isLoading } = importsApi.useListImportValuesQuery({ importId, field: field ?? '', status: 'invalid', mode }, { skip: !isRefused });
  if (!isRefused) return { values: [], isLoading: false };
  const options = choicesOf(field) ?? {};
  // One row without a value is mended in its cell.
  const others = (data?.values ?? []).filter(({ value, rows }) => (value !== '' || rows > 1) && !(constantOf(field, value) in options));
  return { values: others.map((value) => ({ ...value, field })), isLoading };
}

export function useOtherValues(refusals: Refusals): { readonly values: readonly OtherValue[]; readonly isLoading: boolean } {
  const gender = useOtherValuesOf('gender', refusals);
  const profile = useOtherValuesOf('profile', refusals);
  const role = useOtherValuesOf('role', refusals);
  const access = useOtherValuesOf('isActive', refusals);
  // Three own fields at a time: the next ones follow when these are mended.
  const own = [...new Set(refusals.problems.map(({ field }) => field).filter(isOwnField))].filter((field) => choicesOf(field) !== undefined);
  const all = [gender, profile, role, access, useOtherValuesOf(own[0], refusals), useOtherValuesOf(own[1], refusals), useOtherValuesOf(own[2], refusals)];
  return {
    values: [...FIELDS, ...own].flatMap((field) => all.flatMap(({ values }) => values.filter((value) => value.field === field))),
    isLoading: all.some(({ isLoading }) => isLoading),
  };
}

/** What colleges write for our values. A suggestion only: nothing is changed before it is confirmed. */
/* oxlint-disable lingui/no-unlocalized-strings -- They are words of files, in the languages of those. */
const meanings: Readonly<Partial<Record<string, Readonly<Record<string, readonly string[]>>>>> = {
  gender: {
    MALE: ['m', 'boy', 'man', 'पुरुष', 'पु'],
    FEMALE: ['f', 'girl', 'woman', 'महिला', 'म', 'स्त्री'],
    OTHER: ['o', 'others', 'transgender', 'third gender', 'अन्य'],
  },
  role: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    FACULTY: ['trainer', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    EMPLOYEE: ['staff'],
  },
  profile: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    TRAINER: ['faculty', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    PLACEMENT: ['placement officer', 'tpo'],
  },
};

/* eslint-enable lingui/no-unlocalized-strings */

/** The constant that a value of a file most likely stands for; none is an empty text. */
function meaningOf(field: string, value: string): string {
  const text = value.trim().toLowerCase().replace(/\.$/u, '');
  const known = Object.keys(isOwnField(field) && text !== '' ? (choicesOf(field) ?? {}) : {});
  const longer = known.filter((label) => label.toLowerCase().startsWith(text));
  if (longer.length === 1) return longer[0] ?? '';
  return Object.entries(meanings[field] ?? {}).find(([, words]) => words.includes(text))?.[0] ?? '';
}

interface MeantValue extends OtherValue {
  readonly key: string;
  /** The suggested or chosen one of ours; an empty text before that. */
  readonly to: string;
}

interface ValueMapProps {
  readonly importId: string;
  readonly value: MeantValue;
  readonly onChoose: (to: string) => void;
}

function ValueMap({ importId, value: listed, onChoose }: ValueMapProps) {
  const { field, value, to } = listed;
  const [send, { isLoading, error }] = importsApi.useMapImportValueMutation();
  const [isChosen, setIsChosen] = useState(false);
  const [counted, setCounted] = useState<number | null>(null);
  // A suggestion stands for the rows that are listed; what is chosen is counted by the server.
  const rows = isChosen ? counted : listed.rows;
  const map = async (constant: string, dryRun: boolean) => {
    const { data } = await send({ importId, mapValueRequest: { field, from: value, to: constant, dryRun } });
    return data?.rows ?? null;
  };
  const choose = async (next: string) => {
    onChoose(next);
    setIsChosen(true);
    setCounted(null);
    if (next !== '') setCounted(await map(next, true));
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 220px 176px' },
        alignItems: 'center',
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {value === '' ? t`No value` : value}
        </Typography>
        <Caption component="p">
          {labelOfField(field)} · {countRows(listed.rows)}
          {listed.mapped !== null && ` · ${t`remembered as ${{ label: labelOf(field, listed.mapped) }}`}`}
        </Caption>
      </Box>
      <Choice
        label={t`${{ field: labelOfField(field) }} for ${{ value: shownValue(field, value) }}`}
        hideLabel
        value={to}
        none={t`Choose one`}
        options={Object.entries(choicesOf(field) ?? {})}
        // What the rules have against the new value, else the server's sentence.
        error={error && ((isProblem(error) ? error.errors?.['to'] : undefined) ?? messageOf(error, t`The value could not be changed.`))}
        onChoose={(next) => void choose(next)}
      />
      <ProgressButton variant="outlined" busy={isLoading} disabled={to === '' || rows === null} onClick={() => void map(to, false)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {to === '' || rows === null ? t`Change rows` : plural(rows, { one: 'Change # row', other: 'Change # rows' })}
      </ProgressButton>
    </Box>
  );
}

/** So many the server maps at once. */
const MOST_AT_ONCE = 100;

interface ChangeAllProps {
  readonly importId: string;
  readonly meant: readonly Pick<MeantValue, 'field' | 'value' | 'to' | 'rows'>[];
}

function ChangeAll({ importId, meant }: ChangeAllProps) {
  const [send, { isLoading, error }] = importsApi.useMapImportValuesMutation();
  const changes = meant.map(({ field, value, to }) => ({ field, from: value, to }));
  return (
    <Box sx={{ display: 'grid', gap: 1, px: { xs: 2, sm: 2.5 }, pb: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, columnGap: 2 }}>
        <Typography variant="body2" component="p" sx={{ flex: '1 1 240px', m: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {meant.map(({ field, value, to, rows }) => t`${{ from: shownValue(field, value) }} → ${{ to: shownValue(field, to) }} in ${{ rows: countRows(rows) }}`).join(', ')}
        </Typography>
        <ProgressButton busy={isLoading} onClick={() => void send({ importId, mapValuesRequest: { changes } })}>
          {t`Change all suggested (${{ count: meant.length }})`}
        </ProgressButton>
      </Box>
      <FormError message={error === undefined ? null : messageOf(error, t`The values could not be changed.`)} />
    </Box>
  );
}

/** What the company, or else most rows, write in another way: no error, and changed by one press. */
export function OtherSpellings({ importId, spellings }: { readonly importId: string; readonly spellings: readonly SpellingOfRows[] }) {
  const yours = [...new Set(spellings.filter(({ people }) => people > 0).map(({ usual }) => usual))].join(', ');
  return (
    <>
      <Caption component="p" sx={{ px: { xs: 2, sm: 2.5 }, py: 1.25, overflowWrap: 'anywhere' }}>
        {yours !== '' && <>{t`You have ${yours}.`} </>}
        {t`They differ in capitals, marks and spaces only. Filters of the list find all spellings; nothing is changed until you press the button.`}
      </Caption>
      <ChangeAll importId={importId} meant={spellings.slice(0, MOST_AT_ONCE).map((each) => ({ ...each, to: each.usual }))} />
    </>
  );
}

export function OtherValues({ importId, values }: { readonly importId: string; readonly values: readonly OtherValue[] }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>({});
  const meant = values.map((value): MeantValue => {
    const key = `${value.field} ${value.value}`;
    return { ...value, key, to: chosen[key] ?? value.mapped ?? meaningOf(value.field, value.value) };
  });
  const known = meant.filter(({ to }) => to !== '').slice(0, MOST_AT_ONCE);
  return (
    <>
      <Caption component="p" sx={{ px: { xs: 2, sm: 2.5 }, py: 1.25 }}>
        {t`Choose what each value means. It is then changed in every row and remembered for your company’s later files.`}
      </Caption>
      {known.length > 1 && <ChangeAll importId={importId} meant={known} />}
      <Box component="ul" aria-label={t`Unrecognised values`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {meant.map((value) => (
          <ValueMap key={value.key} importId={importId} value={value} onChoose={(next) => setChosen((held) => ({ ...held, [value.key]: next }))} />
        ))}
      </Box>
    </>
  );
}
