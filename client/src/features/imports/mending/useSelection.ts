import { useState } from 'react';

import type { ImportRow } from '../api';

type Selected = ReadonlyMap<number, ImportRow>;
type Rows = readonly ImportRow[];

/** From the row that was chosen last to this one; this one alone where the other is not on the page. */
function between(rows: Rows, anchor: number | null, row: ImportRow): Rows {
  const from = rows.findIndex((each) => each.row === anchor);
  const to = rows.indexOf(row);
  return from === -1 || to === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function withRows(held: Selected, rows: Rows, chosen: boolean): Selected {
  const next = new Map(held);
  for (const row of rows) {
    if (chosen) next.set(row.row, row);
    else next.delete(row.row);
  }
  return next;
}

/** The rows that are selected, also on other pages. */
export function useSelection() {
  const [selected, setSelected] = useState<Selected>(new Map());
  const [anchor, setAnchor] = useState<number | null>(null);
  return {
    selected: [...selected.values()],
    isSelected: (row: number) => selected.has(row),
    /** With `range` all rows of the page from the one before to this one. */
    toggle: (row: ImportRow, page: Rows, { range = false } = {}) => {
      const chosen = !selected.has(row.row);
      setSelected((held) => withRows(held, range ? between(page, anchor, row) : [row], chosen));
      setAnchor(row.row);
    },
    togglePage: (page: Rows) => {
      setSelected((held) => withRows(held, page, !page.every(({ row }) => held.has(row))));
    },
    clear: () => {
      setSelected(new Map());
      setAnchor(null);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
