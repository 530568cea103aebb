import { msg } from '@lingui/core/macro';

import { forEachField, isTextField, labelOfField, TEXT_FIELDS, type TextField } from '~/api/fields';
import type { ListColumn } from '~/api/generated/serverApi';
import { texts } from '~/lib/texts';

/** The columns that can be chosen, with what they take. The number stands before them, the actions behind. */
const WIDTHS = {
  fullName: 170,
  email: 160,
  phone: 130,
  role: 148,
  profile: 148,
  status: 84,
  invitation: 112,
  lastSignIn: 172,
  batches: 180,
  ...forEachField(TEXT_FIELDS, () => 140),
  createdAt: 172,
  dateOfBirth: 116,
  gender: 110,
} as const;

export type ColumnName = keyof typeof WIDTHS;

export interface Column {
  readonly name: ColumnName;
  /** In pixels; null for the column's own. */
  readonly width: number | null;
}

const LABELS = texts<Exclude<ColumnName, TextField>>({
  fullName: msg`Full Name`,
  email: msg`Email`,
  phone: msg`Phone`,
  role: msg`Role`,
  profile: msg`Profile`,
  status: msg`Status`,
  invitation: msg`Invitation`,
  lastSignIn: msg`Last login`,
  batches: msg`Batches`,
  createdAt: msg({ message: 'Created', context: 'time' }),
  dateOfBirth: msg`Date of birth`,
  gender: msg`Gender`,
});

export const labelOfColumn = (name: ColumnName) => (isTextField(name) ? labelOfField(name) : LABELS[name]);

export const COLUMN_NAMES = Object.keys(WIDTHS) as ColumnName[];
export const NARROWEST = 72;
export const WIDEST = 600;
/** The name is narrower where further columns are shown. */
const NAME_BESIDE_OTHERS = 150;

export const DEFAULT_COLUMNS: readonly Column[] = (['fullName', 'email', 'phone', 'role', 'profile'] as const).map((name) => ({ name, width: null }));

/** The server's names for them in a file, where they are others. */
const IN_FILES: Partial<Record<ColumnName, string>> = { status: 'isActive', lastSignIn: 'lastSignInAt', batches: 'batch' };

export const exportedColumns = (columns: readonly Column[]) => columns.map(({ name }) => IN_FILES[name] ?? name).join(',');

const isKnown = (name: string): name is ColumnName => Object.hasOwn(WIDTHS, name);

export function readColumns(stored: readonly ListColumn[] | undefined): readonly Column[] {
  const known = (stored ?? []).flatMap(({ name, width }) => (isKnown(name) ? [{ name, width: width ?? null }] : []));
  if (known.length === 0) return DEFAULT_COLUMNS;
  return known.some(({ name }) => name === 'fullName') ? known : [{ name: 'fullName', width: null }, ...known];
}

export function widthOf({ name, width }: Column, columns: readonly Column[]): number {
  if (width !== null) return width;
  return name === 'fullName' && columns.length > DEFAULT_COLUMNS.length ? NAME_BESIDE_OTHERS : WIDTHS[name];
}

/** Which column takes the room that is left; null for the actions. */
export const flexible = (columns: readonly Column[]) => columns.find(({ name, width }) => name === 'email' && width === null)?.name ?? null;

export const isShown = (columns: readonly Column[], wanted: ColumnName) => columns.some(({ name }) => name === wanted);

export function toggled(columns: readonly Column[], name: ColumnName): readonly Column[] {
  return isShown(columns, name) ? columns.filter((column) => column.name !== name) : [...columns, { name, width: null }];
}

export function moved(columns: readonly Column[], name: ColumnName, to: number): readonly Column[] {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) return columns;
  const others = columns.filter((each) => each !== column);
  return [...others.slice(0, to), column, ...others.slice(to)];
}

export const resized = (columns: readonly Column[], name: ColumnName, width: number | null): readonly Column[] =>
  columns.map((column) => (column.name === name ? { name, width } : column));
