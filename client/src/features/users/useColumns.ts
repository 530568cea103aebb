import { useState } from 'react';
import * as z from 'zod/mini';

import { readItem, writeItem } from '~/lib/storage';

/** Columns that may be shown beside those that always are. */
export const EXTRA_COLUMNS = { status: 'Status', invitation: 'Invitation', lastSignIn: 'Last login' } as const;

export type ExtraColumn = keyof typeof EXTRA_COLUMNS;

const KEY = 'userColumns';
const stored = z.array(z.string());

function readColumns(): readonly ExtraColumn[] {
  try {
    const names = stored.parse(JSON.parse(readItem('localStorage', KEY) ?? '[]'));
    return (Object.keys(EXTRA_COLUMNS) as ExtraColumn[]).filter((column) => names.includes(column));
  } catch {
    return [];
  }
}

/** Which further columns have been chosen, remembered on this machine; `always` is shown whether it was or not. */
export function useColumns({ always }: { readonly always: ExtraColumn | null }) {
  const [chosen, setChosen] = useState(readColumns);
  const columns = (Object.keys(EXTRA_COLUMNS) as ExtraColumn[]).filter((each) => each === always || chosen.includes(each));
  const toggle = (column: ExtraColumn) => {
    const next = (Object.keys(EXTRA_COLUMNS) as ExtraColumn[]).filter((each) => chosen.includes(each) !== (each === column));
    setChosen(next);
    writeItem('localStorage', KEY, JSON.stringify(next));
  };
  return { columns, toggle };
}
