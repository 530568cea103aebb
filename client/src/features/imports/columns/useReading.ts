import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { isProfile, ROLES_OF_PROFILE } from '~/lib/profiles';

import { type ColumnField, type ColumnsRequest, type ColumnsResponse, importsApi, type ImportSnapshot } from '../api';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { fieldsByKey, isSeparator, partsOf, type Splits } from './splits';

/** The field of each column and part by its key; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<string, ColumnField | null>>;
  readonly splits: Splits;
  readonly values: Readonly<Partial<Record<ColumnField, string>>>;
}

/** The field of each column by the server's index; a split column has none, its parts have. */
function fieldsByIndex(shown: ColumnsResponse, { fields, splits }: Draft): Record<number, ColumnField | null> {
  const own = shown.columns.filter(({ partOf }) => partOf === null);
  const parts = [...partsOf(shown, splits).values()].flat();
  return Object.fromEntries([
    ...own.map(({ index }) => [index, index in splits ? null : (fields[String(index)] ?? null)] as const),
    ...parts.map(({ key, index }) => [index, fields[key] ?? null] as const),
  ]);
}

const roleOf = (profile: string | undefined) => (isProfile(profile) ? ROLES_OF_PROFILE[profile][0] : undefined);

/** A profile brings its usual role, as long as no other one was chosen. */
function withValue(values: Draft['values'], field: ColumnField, value: string): Draft['values'] {
  const next = { ...values, [field]: value };
  const untouched = (values.role ?? '') === '' || values.role === roleOf(values.profile);
  return field === 'profile' && untouched ? { ...next, role: roleOf(value) ?? '' } : next;
}

/** How the file is read, as the server has it and with what is chosen on this page. */
export function useReading({ id: importId, mode }: ImportSnapshot, columns: ColumnsResponse) {
  const [send, { isLoading: sending, error: refused }] = importsApi.useChooseImportColumnsMutation();
  const [onlyUpdates, setOnlyUpdates] = useState(mode === 'update');
  // A new answer of the server replaces what was chosen for the one before.
  const [edited, setEdited] = useState<{ readonly of: ColumnsResponse; readonly draft: Draft }>();
  const draft: Draft = edited?.of === columns ? edited.draft : { fields: fieldsByKey(columns.columns), splits: columns.splits, values: columns.values };
  const { fields, splits, values } = draft;
  const edit = (changed: Partial<Draft>) => setEdited({ of: columns, draft: { ...draft, ...changed } });
  const chosen = fieldsByIndex(columns, draft);
  const taken = new Set(Object.values(chosen));
  const without = FIELDS_IN_SIGHT.filter((field) => !taken.has(field));
  const batch = taken.has('batch') ? '' : (values.batch ?? '').trim();

  return {
    columns,
    draft,
    without,
    /** The fields that still need a column or a value. */
    missing: without.filter((field) => (onlyUpdates ? field === 'email' : !columns.optional.includes(field) && (values[field] ?? '').trim() === '')),
    hasBatches: taken.has('batch'),
    hasSeparators: Object.values(splits).every(({ separator }) => isSeparator(separator)),
    /** Accounts keep the fields that the file does not have: the email alone is required. */
    onlyUpdates,
    setOnlyUpdates,
    sending,
    problem: refused && messageOf(refused, 'The columns could not be saved.'),
    problems: isProblem(refused) ? (refused.errors ?? {}) : {},
    setField: (key: string, field: ColumnField | null) => edit({ fields: { ...fields, [key]: field } }),
    setValue: (field: ColumnField, value: string) => edit({ values: withValue(values, field, value) }),
    /** The first part is the field that the column was. Null joins them again: the column is what it was before. */
    setSplit: (index: number, split: Splits[number] | null) => {
      const { [index]: before, ...others } = splits;
      const first = before === undefined ? { [`${index}.0`]: fields[String(index)] ?? null } : {};
      edit({ fields: { ...first, ...fields }, splits: split === null ? others : { ...others, [index]: split } });
    },
    /** Reads the file in another way; its columns are then found anew. */
    readAs: (columnsRequest: ColumnsRequest) => void send({ importId, columnsRequest }),
    confirm: () => {
      const common = onlyUpdates ? {} : Object.fromEntries(without.map((field) => [field, values[field] ?? '']));
      const changed = onlyUpdates === (mode === 'update') ? {} : { mode: onlyUpdates ? ('update' as const) : ('create' as const) };
      void send({ importId, columnsRequest: { columns: chosen, splits: { ...splits }, values: batch === '' ? common : { ...common, batch }, ...changed } });
    },
  };
}

export type Reading = ReturnType<typeof useReading>;
