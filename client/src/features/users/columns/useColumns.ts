import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import type { ViewRecord } from '../api';
import { type Column, type ColumnName, DEFAULT_COLUMNS, isShown, readColumns } from './columns';
import { useShowListColumnsQuery } from './columnsApi';
import { takeColumnsKeptHere } from './keptHere';
import { useKeepChoice } from './useKeepChoice';

interface ColumnsOptions {
  /** The saved view on screen: where it has columns, they are shown, and changes of them are kept with it alone. */
  readonly view: ViewRecord | undefined;
  /** Shown whether it was chosen or not. */
  readonly always: ColumnName | null;
}

interface Draft {
  readonly viewId: string;
  readonly columns: readonly Column[];
}

/** The columns of the table, kept by account. */
export function useColumns({ view, always }: ColumnsOptions) {
  const own = useShowListColumnsQuery();
  const keepChoice = useKeepChoice();
  const [draft, setDraft] = useState<Draft | null>(null);
  const drafted = draft !== null && draft.viewId === view?.id ? draft.columns : null;
  const stored = drafted ?? view?.columns ?? own.data?.columns;
  const chosen = useMemo(() => readColumns(stored), [stored]);
  const columns = useMemo(
    () => (always === null || isShown(chosen, always) ? chosen : [...chosen, { name: always, width: null }]),
    [always, chosen],
  );

  const keep = (next: readonly Column[]) => keepChoice({ columns: next === DEFAULT_COLUMNS ? [] : [...next] });
  const takeOver = useEffectEvent((isChosen: boolean) => {
    const kept = takeColumnsKeptHere();
    if (kept !== null && !isChosen) void keep(kept);
  });
  useEffect(() => {
    if (own.data !== undefined) takeOver(own.data.columns.length > 0);
  }, [own.data]);

  return {
    columns,
    /** Those of the account, or of the view, without what a filter adds. */
    chosen,
    isLoading: own.isLoading,
    /** The columns differ from those of the view on screen. */
    isChanged: drafted !== null,
    change: (next: readonly Column[]) => {
      if (view === undefined || view.columns === null) void keep(next);
      else setDraft({ viewId: view.id, columns: next });
    },
    /** The view has these columns now. */
    settle: () => {
      setDraft(null);
    },
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>;
