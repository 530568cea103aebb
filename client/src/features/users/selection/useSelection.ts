import { useState } from 'react';

import type { BulkDialogProps } from '~/api/bulk';
import { useStable } from '~/lib/useStable';
import { selectedOf } from '~/ui/SelectBox';

import type { UserPage, UserRecord } from '../api';
import { type Filters, selectionOf } from '../filters/useUserFilters';

type Ids = ReadonlySet<string>;

interface State {
  readonly ids: Ids;
  /** The filters all of whose people are selected, as JSON; null where `ids` are. */
  readonly all: string | null;
  /** The row from which a shift-click reaches. */
  readonly anchor: string | null;
}

const NONE: State = { ids: new Set(), all: null, anchor: null };

/** From the anchor to the row; the row alone where the anchor is on another page. */
function rangeOf(users: readonly UserRecord[], anchor: string | null, id: string): readonly string[] {
  const ids = users.map((user) => user.id);
  const [from, to] = [ids.indexOf(anchor ?? ''), ids.indexOf(id)].sort((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [id] : ids.slice(from, to + 1);
}

function withIds(ids: Ids, changed: readonly string[], isSelected: boolean): Ids {
  const next = new Set(ids);
  for (const id of changed) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * People selected by id, across pages and filters, or all that match the filters, which ends with another filter. A row
 * that is taken out of all leaves the other rows of its page selected. `page` is the one on screen.
 */
export function useSelection(filters: Filters, page: UserPage | undefined) {
  const [state, setState] = useState(NONE);
  const matching = JSON.stringify(selectionOf(filters));
  if (state.all !== null && state.all !== matching) setState(NONE);
  const users = page?.data ?? [];
  const isAll = state.all === matching;
  const has = (id: string) => isAll || state.ids.has(id);
  const held = () => (isAll ? new Set(users.map(({ id }) => id)) : state.ids);
  const onPage = users.filter(({ id }) => has(id)).length;

  const toggle = useStable((id: string, { reach = false } = {}) => {
    const changed = reach ? rangeOf(users, state.anchor, id) : [id];
    setState({ ids: withIds(held(), changed, !has(id)), all: null, anchor: id });
  });

  return {
    has,
    isAll,
    count: isAll ? (page?.total ?? 0) : state.ids.size,
    countIsExact: !isAll || page?.totalIsExact === true,
    /** How much of the page on screen is selected. */
    ofPage: selectedOf(onPage, users.length),
    select: (isAll ? { filter: selectionOf(filters) } : { ids: [...state.ids] }) satisfies BulkDialogProps['select'],
    /** Selects the row or takes it out; with `reach` all rows from the last one that was pressed. */
    toggle,
    togglePage: () => {
      setState({ ids: withIds(held(), users.map(({ id }) => id), onPage < users.length), all: null, anchor: null });
    },
    selectAll: () => setState({ ...NONE, all: matching }),
    clear: () => setState(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;
