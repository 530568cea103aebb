import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as z from 'zod/mini';

import type { ListColumnsRequest } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { readItem, removeItem } from '~/lib/storage';
import { useToasts } from '~/ui/toasts/slice';

import { useKeepListChoiceMutation, useShowListColumnsQuery, type ViewRecord } from '../api';
import { type Column, COLUMN_NAMES, type ColumnName, DEFAULT_COLUMNS, isShown, readColumns } from './columns';

/** Keeps a choice of columns or rows of a page, and says where that failed. */
export function useKeepChoice() {
  const toasts = useToasts();
  const [keep] = useKeepListChoiceMutation();
  return async (choice: ListColumnsRequest) => {
    const { error } = await keep(choice);
    if (error !== undefined) toasts.error(messageOf(error, 'Your choice could not be kept.'));
  };
}

/** Where further columns were remembered on this machine before accounts kept them. */
const KEY = 'userColumns';
const stored = z.array(z.string());

/** The columns that this machine remembers, once: they are the account's from then on. Null where there are none. */
export function takeColumnsKeptHere(): readonly Column[] | null {
  const kept = readItem('localStorage', KEY);
  if (kept === null) return null;
  removeItem('localStorage', KEY);
  try {
    const names = stored.parse(JSON.parse(kept));
    const further = COLUMN_NAMES.filter((name) => names.includes(name)).map((name) => ({ name, width: null }));
    return further.length === 0 ? null : [...DEFAULT_COLUMNS, ...further];
  } catch {
    return null;
  }
}

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
    /** The columns of the account or of the view, without what a filter adds. */
    chosen,
    isLoading: own.isLoading,
    /** The columns differ from those of the view on screen. */
    isChanged: drafted !== null,
    change: (next: readonly Column[]) => {
      if (view === undefined || view.columns === null) void keep(next);
      else setDraft({ viewId: view.id, columns: next });
    },
    /** The view has these columns now. */
    settle: () => setDraft(null),
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>;
