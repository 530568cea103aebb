import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';

import {
  type ColumnsRequest,
  type ColumnsResponse,
  type Field,
  FIELDS,
  type ImportSnapshot,
  useChooseImportColumnsMutation,
  useGetImportColumnsQuery,
} from '../api';

/** The field of each column by its index; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<number, Field | null>>;
  readonly values: Readonly<Partial<Record<Field, string>>>;
}

function draftOf({ columns, values }: ColumnsResponse): Draft {
  return { fields: Object.fromEntries(columns.map(({ index, field }) => [index, field])), values };
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
  const without = FIELDS.filter((field) => !taken.has(field));

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
      edit(({ fields, values }) => ({ fields, values: { ...values, [field]: value } }));
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
