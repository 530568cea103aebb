import { useState } from 'react';

import type { ImportRow } from '../api';

interface Kept {
  readonly view: string;
  readonly rows: readonly ImportRow[];
}

/**
 * A mended row no longer fits the filter "Invalid": it stays where it is until another view is chosen, so that nothing
 * moves under the pointer.
 */
export function useKeptRows(view: string, filtered: boolean) {
  const [kept, setKept] = useState<Kept>({ view, rows: [] });
  const here = filtered && kept.view === view ? kept.rows : [];
  return {
    keep: (row: ImportRow) => {
      setKept((held) => {
        const others = held.view === view ? held.rows.filter((each) => each.row !== row.row) : [];
        return { view, rows: [...others, row] };
      });
    },
    drop: () => {
      setKept({ view, rows: [] });
    },
    /** The fetched rows with those that are kept, in their order. */
    arrange: (fetched: readonly ImportRow[]): readonly ImportRow[] => {
      const missing = here.filter(({ row }) => fetched.every((each) => each.row !== row));
      return missing.length === 0 ? fetched : [...fetched, ...missing].sort((one, other) => one.row - other.row);
    },
  };
}
