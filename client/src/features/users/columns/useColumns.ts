import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';

import { useListFieldsQuery } from '~/realtime/ownFields';
import { useAct } from '~/ui/toasts/useAct';

import { byHandApi, usersApi, type ViewRecord } from '../api';
import { allColumns, type Column, type ColumnName, DEFAULT_COLUMNS, isShown, ownColumns, readColumns, storedColumns } from './columns';

export const useKeepChoice = () => useAct(byHandApi.useKeepListChoiceMutation(), t`Your choice could not be kept.`).act;

interface ColumnsOptions {
  /** The saved view on screen: where it has columns, they are shown, and changes of them are kept with it alone. */
  readonly view: ViewRecord | undefined;
  readonly always: ColumnName | null;
}

export function useColumns({ view, always }: ColumnsOptions) {
  const own = usersApi.useShowListColumnsQuery();
  const fields = useListFieldsQuery({});
  const keepChoice = useKeepChoice();
  const [draft, setDraft] = useState<{ readonly viewId: string; readonly columns: readonly Column[] } | null>(null);
  const drafted = draft !== null && draft.viewId === view?.id ? draft.columns : null;
  const stored = drafted ?? view?.columns ?? own.data?.columns;
  const made = useMemo(() => ownColumns(fields.data?.fields ?? []), [fields.data]);
  const chosen = useMemo(() => readColumns(stored, made), [stored, made]);
  const columns = useMemo(
    () => (always === null || isShown(chosen, always) ? chosen : [...chosen, { name: always, width: null }]),
    [always, chosen],
  );

  return {
    columns,
    /** The columns of the account or of the view, without what a filter adds. */
    chosen,
    /** All columns that are not shown. */
    others: allColumns(made).filter(({ name }) => !isShown(chosen, name)),
    isLoading: own.isLoading || fields.isLoading,
    isChanged: drafted !== null,
    change: (next: readonly Column[]) => {
      if (!view?.columns) void keepChoice({ columns: next === DEFAULT_COLUMNS ? [] : storedColumns(next) });
      else setDraft({ viewId: view.id, columns: next });
    },
    settle: () => setDraft(null),
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>;
