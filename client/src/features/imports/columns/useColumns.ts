import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { isProfile } from '~/lib/profiles';
import { ROLES_OF_PROFILE } from '~/lib/roles';

import {
  type ColumnsRequest,
  type ColumnsResponse,
  type Field,
  type ImportSnapshot,
  useChooseImportColumnsMutation,
  useGetImportColumnsQuery,
} from '../api';
import { FIELDS_IN_SIGHT } from '../mending/fields';

/** The field of each column by its index; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<number, Field | null>>;
  readonly values: Readonly<Partial<Record<Field, string>>>;
}

function draftOf({ columns, values }: ColumnsResponse): Draft {
  return { fields: Object.fromEntries(columns.map(({ index, field }) => [index, field])), values };
}

/** The usual role of a profile. */
const roleOf = (profile: string | undefined) => (isProfile(profile) ? ROLES_OF_PROFILE[profile][0] : undefined);

/** A profile brings its usual role, as long as no other one was chosen. */
function withValue(values: Draft['values'], field: Field, value: string): Draft['values'] {
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

  const edit = (change: (draft: Draft) => Draft) => {
    if (draft !== undefined) setEdited({ of: data, draft: change(draft) });
  };
  const taken = new Set(Object.values(draft?.fields ?? {}));
  const without = FIELDS_IN_SIGHT.filter((field) => !taken.has(field));

  return {
    columns: data,
    draft,
    /** Required fields without a column. */
    without,
    missing: without.filter((field) => (onlyUpdates ? field === 'email' : (draft?.values[field] ?? '').trim() === '')),
    /** Accounts keep the fields that the file does not have: the email alone is required. */
    onlyUpdates,
    setOnlyUpdates,
    loadError: error,
    retry: () => void refetch(),
    sending,
    problem: refused && messageOf(refused, 'The columns could not be saved.'),
    problems: isProblem(refused) ? (refused.errors ?? {}) : {},
    setField: (index: number, field: Field | null) => {
      edit(({ fields, values }) => ({ fields: { ...fields, [index]: field }, values }));
    },
    setValue: (field: Field, value: string) => {
      edit(({ fields, values }) => ({ fields, values: withValue(values, field, value) }));
    },
    /** Reads the file in another way; its columns are then found anew. */
    readAs: (columnsRequest: ColumnsRequest) => void send({ importId, columnsRequest }),
    confirm: () => {
      if (draft === undefined) return;
      const values = onlyUpdates ? {} : Object.fromEntries(without.map((field) => [field, draft.values[field] ?? '']));
      const changed = onlyUpdates === (mode === 'update') ? {} : { mode: onlyUpdates ? ('update' as const) : ('create' as const) };
      void send({ importId, columnsRequest: { columns: { ...draft.fields }, values, ...changed } });
    },
  };
}
