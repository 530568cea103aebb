import { useEffect, useRef, useState } from 'react';

import { useStable } from '~/lib/useStable';
import { useAsked } from '~/ui/useAsked';

import { useShowListColumnsQuery } from '../api';
import { useColumns, useKeepChoice } from '../columns/useColumns';
import { PAGE_SIZES, type PageSize, type UserFilterTable, useUserFilters } from '../filters/useUserFilters';
import { editButtonId, type OnAct } from '../row/RowActions';
import { type AskedAct, useUserActs } from '../row/UserDialog';
import { useDraftedRow } from '../row/useRowEdit';
import { useViews } from '../views/ViewsMenu';

const DEFAULT: PageSize = '10';

/** How many rows a page has: by the address, else as the account has chosen. */
function usePageSize({ filters, change }: Pick<UserFilterTable, 'filters' | 'change'>) {
  const keepChoice = useKeepChoice();
  const { data } = useShowListColumnsQuery();
  const kept = PAGE_SIZES.find((size) => size === String(data?.pageSize));
  const pageSize = filters.pageSize ?? kept ?? DEFAULT;
  return {
    pageSize: Number(pageSize),
    /** The first row on screen stays on the page. */
    choosePageSize: (chosen: PageSize) => {
      const before = (filters.page - 1) * Number(pageSize);
      change({ pageSize: chosen, page: Math.floor(before / Number(chosen)) + 1 });
      void keepChoice({ pageSize: Number(chosen) });
    },
  };
}

/** How the list is looked at: filters and order, the saved view, the columns and the rows of a page. */
export function useListView() {
  const table = useUserFilters();
  const views = useViews(table.filters);
  const columns = useColumns({ view: views.current, always: table.filters.invitation === null ? null : 'invitation' });
  return { table, views, columns, ...usePageSize(table) };
}

/** The row in editing. Afterwards focus returns to its Edit button. */
function useEditing() {
  const { drafted, drop } = useDraftedRow();
  const [editing, setEdited] = useState(drafted);
  const setEditing = (id: string | null) => {
    drop();
    setEdited(id);
  };
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (editing === null && last.current !== null) document.getElementById(editButtonId(last.current))?.focus();
    last.current = editing;
  }, [editing]);
  return { editing, setEditing };
}

/** What is done with single rows: the one in editing, the question that is asked before an act, and the acts themselves. */
export function useRowWork() {
  const acts = useUserActs();
  const question = useAsked<AskedAct>();
  const { editing, setEditing } = useEditing();
  const onAct: OnAct = useStable((act, user) => {
    if (act === 'edit') setEditing(user.id);
    else if (act === 'invite' || act === 'reactivate') void acts[act](user);
    else question.ask({ act, user });
  });
  return { acts, question, editing, setEditing, onAct, isBusy: editing !== null || question.asking };
}
