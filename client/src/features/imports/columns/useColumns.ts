import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { isProfile, ROLES_OF_PROFILE } from '~/lib/profiles';

import { type Column, type ColumnField, type ColumnsRequest, type ColumnsResponse, type Field, type ImportSnapshot, useChooseImportColumnsMutation, useGetImportColumnsQuery } from '../api';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { fieldsByKey, isSeparator, partsOf, type Splits, suggestSplit } from './splits';

/** The field of each column and part by its key; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<string, ColumnField | null>>;
  readonly splits: Splits;
  readonly values: Readonly<Partial<Record<ColumnField, string>>>;
}

function draftOf({ columns, splits, values }: ColumnsResponse): Draft {
  return { fields: fieldsByKey(columns), splits, values };
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

/** The usual role of a profile. */
const roleOf = (profile: string | undefined) => (isProfile(profile) ? ROLES_OF_PROFILE[profile][0] : undefined);

/** A profile brings its usual role, as long as no other one was chosen. */
function withValue(values: Draft['values'], field: ColumnField, value: string): Draft['values'] {
  const next = { ...values, [field]: value };
  const untouched = (values.role ?? '') === '' || values.role === roleOf(values.profile);
  return field === 'profile' && untouched ? { ...next, role: roleOf(value) ?? '' } : next;
}

/** How the file is read, as the server has it and with what is chosen on this page. */
export function useColumns({ id: importId, mode }: Pick<ImportSnapshot, 'id' | 'mode'>) {
  const { data, error, refetch } = useGetImportColumnsQuery({ importId });
  const [send, { isLoading: sending, error: refused }] = useChooseImportColumnsMutation();
  const [onlyUpdates, setOnlyUpdates] = useState(mode === 'update');
  // A new answer of the server replaces what was chosen for the one before.
  const [edited, setEdited] = useState<{ of: ColumnsResponse | undefined; draft: Draft }>();
  const draft = data && (edited?.of === data ? edited.draft : draftOf(data));
  const chosen = data && draft && fieldsByIndex(data, draft);

  const edit = (change: (draft: Draft) => Draft) => {
    if (draft !== undefined) setEdited({ of: data, draft: change(draft) });
  };
  const taken = new Set(Object.values(chosen ?? {}));
  const isNeeded = (field: Field) => data?.optional.includes(field) !== true;
  const without = FIELDS_IN_SIGHT.filter((field) => !taken.has(field));

  return {
    columns: data,
    draft,
    /** Required fields without a column. */
    without,
    missing: without.filter((field) => (onlyUpdates ? field === 'email' : isNeeded(field) && (draft?.values[field] ?? '').trim() === '')),
    /** Whether a column names the batches. */
    hasBatches: taken.has('batch'),
    /** Whether each column that is split has a separator. */
    hasSeparators: Object.values(draft?.splits ?? {}).every(({ separator }) => isSeparator(separator)),
    /** Accounts keep the fields that the file does not have: the email alone is required. */
    onlyUpdates,
    setOnlyUpdates,
    loadError: error,
    retry: () => void refetch(),
    sending,
    problem: refused && messageOf(refused, 'The columns could not be saved.'),
    problems: isProblem(refused) ? (refused.errors ?? {}) : {},
    setField: (key: string, field: ColumnField | null) => {
      edit((before) => ({ ...before, fields: { ...before.fields, [key]: field } }));
    },
    setValue: (field: ColumnField, value: string) => {
      edit((before) => ({ ...before, values: withValue(before.values, field, value) }));
    },
    /** The first part is the field that the column was. */
    split: (column: Column) => {
      edit(({ fields, splits, values }) => ({
        fields: { [`${column.index}.0`]: fields[String(column.index)] ?? null, ...fields },
        splits: { ...splits, [column.index]: suggestSplit(column) },
        values,
      }));
    },
    splitAs: (index: number, split: Splits[number]) => {
      edit((before) => ({ ...before, splits: { ...before.splits, [index]: split } }));
    },
    /** The column is again what it was before it was split. */
    join: (index: number) => {
      edit((before) => {
        const others = Object.entries(before.splits).filter(([place]) => place !== String(index));
        return { ...before, splits: Object.fromEntries(others) };
      });
    },
    /** Reads the file in another way; its columns are then found anew. */
    readAs: (columnsRequest: ColumnsRequest) => void send({ importId, columnsRequest }),
    confirm: () => {
      if (draft === undefined || chosen === undefined) return;
      const common = onlyUpdates ? {} : Object.fromEntries(without.map((field) => [field, draft.values[field] ?? '']));
      const batch = (draft.values.batch ?? '').trim();
      const values = batch === '' || taken.has('batch') ? common : { ...common, batch };
      const changed = onlyUpdates === (mode === 'update') ? {} : { mode: onlyUpdates ? ('update' as const) : ('create' as const) };
      void send({ importId, columnsRequest: { columns: chosen, splits: { ...draft.splits }, values, ...changed } });
    },
  };
}
