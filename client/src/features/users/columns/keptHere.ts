import * as z from 'zod/mini';

import { readItem, removeItem } from '~/lib/storage';

import { type Column, COLUMN_NAMES, DEFAULT_COLUMNS } from './columns';

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
