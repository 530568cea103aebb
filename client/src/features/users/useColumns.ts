import { useState } from 'react';
import * as z from 'zod/mini';

import { readItem, writeItem } from '~/lib/storage';

/** Columns that may be shown beside those that always are. */
export const EXTRA_COLUMNS = { status: 'Status', invitation: 'Invitation', lastSignIn: 'Last sign-in' } as const;

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

/** Which further columns somebody has chosen, remembered on this machine. */
export function useColumns() {
  const [columns, setColumns] = useState(readColumns);
  const toggle = (column: ExtraColumn) => {
    const next = (Object.keys(EXTRA_COLUMNS) as ExtraColumn[]).filter((each) => columns.includes(each) !== (each === column));
    setColumns(next);
    writeItem('localStorage', KEY, JSON.stringify(next));
  };
  return { columns, toggle };
}
