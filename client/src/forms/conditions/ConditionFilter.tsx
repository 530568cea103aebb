import { msg, t } from '@lingui/core/macro';
import { Box, Button, OutlinedInput } from '@mui/material';
import { useState } from 'react';

import type { FieldRecord, OwnKind } from '~/api/generated/serverApi';
import { MOST_TERMS, readWhere, type Term, writeWhere } from '~/lib/conditions';
import { plainDigits } from '~/lib/digits';
import { optionsOf, texts } from '~/lib/texts';
import { CheckLine } from '~/ui/CheckLine';
import { LabelledFilter } from '~/ui/FilterSelect';
import { AddIcon } from '~/ui/icons';
import { Labelled } from '~/ui/Labelled';
import { Caption } from '~/ui/Text';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { DayInput } from '../DayInput';

const OPERATORS = texts({
  is: msg`is`,
  isNot: msg`is not`,
  from: msg`from – to`,
  contains: msg`contains`,
  none: msg`is empty`,
  any: msg`is not empty`,
});
type Operator = keyof typeof OPERATORS;

const OF_KIND: Readonly<Record<OwnKind, readonly Operator[]>> = {
  text: ['contains', 'is', 'isNot', 'none', 'any'],
  long: ['contains', 'none', 'any'],
  number: ['from', 'none', 'any'],
  date: ['from', 'none', 'any'],
  flag: ['is', 'none', 'any'],
  one: ['is', 'isNot', 'none', 'any'],
  many: ['is', 'isNot', 'none', 'any'],
};

interface Draft {
  readonly key: string;
  readonly operator: Operator;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly chosen: readonly (number | boolean)[];
}

const draftOf = ({ key, kind }: FieldRecord): Draft => ({ key, operator: OF_KIND[kind][0] ?? 'none', from: '', to: '', text: '', chosen: [] });

/** A bound as the server reads it; null where it cannot. */
function boundOf(kind: OwnKind, typed: string): number | string | null {
  const text = plainDigits(typed).trim();
  return kind === 'number' && text !== '' ? (Number.isFinite(Number(text)) ? Number(text) : null) : text;
}

/** The condition that is put together; null while something is missing. */
function termOf({ key: field, operator, text, chosen, ...bounds }: Draft, kind: OwnKind): Term | null {
  if (operator === 'none' || operator === 'any') return { field, none: operator === 'none' };
  if (operator === 'from') {
    const [from, to] = [boundOf(kind, bounds.from), boundOf(kind, bounds.to)];
    if (from === null || to === null || (from === '' && to === '')) return null;
    return { field, ...(from !== '' && { from }), ...(to !== '' && { to }) };
  }
  if (kind === 'text' || kind === 'long') {
    const typed = text.trim();
    if (typed === '') return null;
    return operator === 'contains' ? { field, contains: typed } : { field, [operator]: [typed] };
  }
  return chosen.length === 0 ? null : { field, [operator]: chosen };
}

const input = { minHeight: 36, height: 36, fontSize: '0.875rem' } as const;

interface ValueProps {
  readonly field: FieldRecord;
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function ConditionValue({ field: { kind, choices }, draft, onChange }: ValueProps) {
  const { operator, chosen } = draft;
  if (operator === 'none' || operator === 'any') return null;
  if (operator === 'from') {
    return (
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
        {([['from', t`From`], ['to', t`To`]] as const).map(([name, label]) => (
          <Labelled key={name} label={label}>
            {(id) =>
              kind === 'date' ? (
                <DayInput inputId={id} label={label} sx={input} value={draft[name]} onChange={(day) => onChange({ [name]: day })} />
              ) : (
                <OutlinedInput id={id} sx={input} value={draft[name]} onChange={({ target }) => onChange({ [name]: target.value })} slotProps={{ input: { inputMode: 'decimal', maxLength: 24 } }} />
              )
            }
          </Labelled>
        ))}
      </Box>
    );
  }
  if (kind === 'text' || kind === 'long') {
    return (
      <Labelled label={t`Text`}>
        {(id) => <OutlinedInput id={id} sx={input} value={draft.text} onChange={({ target }) => onChange({ text: target.value })} slotProps={{ input: { maxLength: 200 } }} />}
      </Labelled>
    );
  }
  const options = kind === 'flag' ? ([[true, t`Yes`], [false, t`No`]] as const) : choices.filter(({ archived }) => !archived).map(({ number, label }) => [number, label] as const);
  return (
    <Box role="group" aria-label={t`Choices`} sx={{ display: 'grid', maxHeight: 200, overflowY: 'auto' }}>
      {options.map(([value, label]) => (
        <CheckLine
          key={String(value)}
          label={label}
          checked={chosen.includes(value)}
          onCheck={(isChecked) => onChange({ chosen: isChecked ? [...chosen, value] : chosen.filter((each) => each !== value) })}
        />
      ))}
    </Box>
  );
}

interface ConditionFilterProps {
  readonly fields: readonly FieldRecord[];
  /** As the list is asked for it; null: no conditions. */
  readonly where: string | null;
  readonly onWhere: (where: string | null) => void;
}

/** Conditions on the fields that the company has made: one is put together here, and added to those that stand. */
export function ConditionFilter({ fields: all, where, onWhere }: ConditionFilterProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const start = useFocusOnChange<HTMLButtonElement>(draft === null ? 'none' : 'begun');
  // Who is found would tell what is sensitive.
  const fields = all.filter(({ archivedAt, sensitive }) => archivedAt === null && !sensitive);
  const [first] = fields;
  if (first === undefined) return null;
  const terms = readWhere(where);
  const field = fields.find(({ key }) => key === draft?.key);
  if (draft === null || field === undefined) {
    return (
      <Button ref={start} variant="outlined" size="small" startIcon={<AddIcon sx={{ fontSize: 18 }} />} disabled={terms.length >= MOST_TERMS} onClick={() => setDraft(draftOf(first))} sx={{ minHeight: 36, justifySelf: 'start' }}>
        {t`Condition`}
      </Button>
    );
  }
  const term = termOf(draft, field.kind);
  const add = () => {
    if (term === null) return;
    onWhere(writeWhere([...terms, term]));
    setDraft(null);
  };
  return (
    <Box
      component="form"
      aria-label={t`New condition`}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      sx={{ display: 'grid', gap: 1, pb: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Caption component="h3">{t`New condition`}</Caption>
      <LabelledFilter
        label={t`Field`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that has begun it is gone, and the focus with it
        autoFocus
        value={field.key}
        options={fields.map(({ key, label }) => [key, label] as const)}
        onChoose={(key) => setDraft(draftOf(fields.find((each) => each.key === key) ?? first))}
      />
      <LabelledFilter label={t`Operator`} value={draft.operator} options={optionsOf(OPERATORS, OF_KIND[field.kind])} onChoose={(operator) => setDraft({ ...draft, operator: operator ?? 'none' })} />
      <ConditionValue field={field} draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" size="small" disabled={term === null} sx={{ minHeight: 36 }}>
          {t`Add condition`}
        </Button>
        <Button variant="text" color="inherit" size="small" onClick={() => setDraft(null)} sx={{ minHeight: 36 }}>
          {t`Cancel`}
        </Button>
      </Box>
    </Box>
  );
}
