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

import { type Field, FIELDS, importsApi, type ProblemOfRows, type ValueOfRows } from '../api';
import { choicesOf, constantOf, labelOfField, shownValue } from './fields';

/** A value of invalid rows that its field does not know. */
interface OtherValue extends ValueOfRows {
  readonly field: Field;
}

function useOtherValuesOf(importId: string, field: Field, problems: readonly ProblemOfRows[]): readonly OtherValue[] {
  const isRefused = problems.some((problem) => problem.field === field);
  const { data } = importsApi.useListImportValuesQuery({ importId, field, status: 'invalid' }, { skip: !isRefused });
  const options = choicesOf(field) ?? {};
  if (!isRefused) return [];
  // One row without a value is mended in its cell.
  const others = (data?.values ?? []).filter(({ value, rows }) => (value !== '' || rows > 1) && !(constantOf(field, value) in options));
  return others.map((value) => ({ ...value, field }));
}

export function useOtherValues(importId: string, problems: readonly ProblemOfRows[]): readonly OtherValue[] {
  const gender = useOtherValuesOf(importId, 'gender', problems);
  const profile = useOtherValuesOf(importId, 'profile', problems);
  const role = useOtherValuesOf(importId, 'role', problems);
  return FIELDS.flatMap((field) => [...gender, ...profile, ...role].filter((value) => value.field === field));
}

/** What colleges write for our values. A suggestion only: nothing is changed before it is confirmed. */
/* oxlint-disable lingui/no-unlocalized-strings -- They are words of files, in the languages of those. */
const meanings: Readonly<Partial<Record<Field, Readonly<Record<string, readonly string[]>>>>> = {
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
function meaningOf(field: Field, value: string): string {
  const text = value.trim().toLowerCase().replace(/\.$/u, '');
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

function ChangeAll({ importId, meant }: { readonly importId: string; readonly meant: readonly MeantValue[] }) {
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
