import { useMemo, useState } from 'react';

import { useAct } from '~/ui/toasts/useAct';

import { useKeepListChoiceMutation, useShowListColumnsQuery, type ViewRecord } from '../api';
import { type Column, type ColumnName, DEFAULT_COLUMNS, isShown, readColumns } from './columns';

/** Keeps a choice of columns or rows of a page, and says where that failed. */
export const useKeepChoice = () => useAct(useKeepListChoiceMutation(), 'Your choice could not be kept.').act;

interface ColumnsOptions {
  /** The saved view on screen: where it has columns, they are shown, and changes of them are kept with it alone. */
  readonly view: ViewRecord | undefined;
  /** Shown whether it was chosen or not. */
  readonly always: ColumnName | null;
}

/** The columns of the table, kept by account. */
export function useColumns({ view, always }: ColumnsOptions) {
  const own = useShowListColumnsQuery();
  const keepChoice = useKeepChoice();
  const [draft, setDraft] = useState<{ readonly viewId: string; readonly columns: readonly Column[] } | null>(null);
  const drafted = draft !== null && draft.viewId === view?.id ? draft.columns : null;
  const stored = drafted ?? view?.columns ?? own.data?.columns;
  const chosen = useMemo(() => readColumns(stored), [stored]);
  const columns = useMemo(
    () => (always === null || isShown(chosen, always) ? chosen : [...chosen, { name: always, width: null }]),
    [always, chosen],
  );

  return {
    columns,
    /** The columns of the account or of the view, without what a filter adds. */
    chosen,
    isLoading: own.isLoading,
    /** The columns differ from those of the view on screen. */
    isChanged: drafted !== null,
    change: (next: readonly Column[]) => {
      if (view === undefined || view.columns === null) void keepChoice({ columns: next === DEFAULT_COLUMNS ? [] : [...next] });
      else setDraft({ viewId: view.id, columns: next });
    },
    /** The view has these columns now. */
    settle: () => setDraft(null),
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>;
