import { msg } from '@lingui/core/macro';

import { forEachField, isTextField, labelOfField, TEXT_FIELDS, type TextField } from '~/api/fields';
import type { FieldRecord, ListColumn } from '~/api/generated/serverApi';
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
  code: 120,
} as const;

type BuiltInColumn = keyof typeof WIDTHS;
type OwnColumn = `field:${string}`;
export type ColumnName = BuiltInColumn | OwnColumn;

export interface Column {
  readonly name: ColumnName;
  /** In pixels; null for the column's own. */
  readonly width: number | null;
  /** What it shows, where the company has made it. */
  readonly own?: FieldRecord;
}

const OWN_WIDTH = 140;
/** A company may have sixty fields of its own. */
export const MOST_COLUMNS = 80;

export const isOwnColumn = (name: ColumnName): name is OwnColumn => name.startsWith('field:');
/** The columns of the fields that a company has made. */
export const ownColumns = (fields: readonly FieldRecord[]): readonly Column[] =>
  fields.filter(({ archivedAt }) => archivedAt === null).map((own) => ({ name: `field:${own.key}`, width: null, own }));
/** What is kept of them. */
export const storedColumns = (columns: readonly Column[]) => columns.map(({ name, width }) => ({ name, width }));

const LABELS = texts<Exclude<BuiltInColumn, TextField>>({
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
  code: msg`Code`,
});

export function labelOfColumn({ name, own }: Pick<Column, 'name' | 'own'>): string {
  if (isOwnColumn(name)) return own?.label ?? name;
  return isTextField(name) ? labelOfField(name) : LABELS[name];
}

const BUILT_IN = (Object.keys(WIDTHS) as BuiltInColumn[]).map((name): Column => ({ name, width: null }));
export const allColumns = (own: readonly Column[]): readonly Column[] => [...BUILT_IN, ...own];
export const NARROWEST = 72;
export const WIDEST = 600;
/** The name is narrower where further columns are shown. */
const NAME_BESIDE_OTHERS = 150;

export const DEFAULT_COLUMNS: readonly Column[] = (['fullName', 'email', 'phone', 'role', 'profile'] as const).map((name) => ({ name, width: null }));

/** The server's names for them in a file, where they are others. */
const IN_FILES: Partial<Record<string, string>> = { status: 'isActive', lastSignIn: 'lastSignInAt', batches: 'batch' };

export const exportedColumns = (columns: readonly Column[]) => columns.map(({ name }) => IN_FILES[name] ?? name).join(',');

/** Stored columns as they are shown; fields that are no more, or not open to the account, are left out. */
export function readColumns(stored: readonly ListColumn[] | undefined, own: readonly Column[]): readonly Column[] {
  const shown = new Map<string, Column>(allColumns(own).map((column) => [column.name, column]));
  const known = (stored ?? []).flatMap(({ name, width }) => {
    const column = shown.get(name);
    return column === undefined ? [] : [{ ...column, width: width ?? null }];
  });
  if (known.length === 0) return DEFAULT_COLUMNS;
  return known.some(({ name }) => name === 'fullName') ? known : [{ name: 'fullName', width: null }, ...known];
}

export function widthOf({ name, width }: Column, columns: readonly Column[]): number {
  if (width !== null) return width;
  if (isOwnColumn(name)) return OWN_WIDTH;
  return name === 'fullName' && columns.length > DEFAULT_COLUMNS.length ? NAME_BESIDE_OTHERS : WIDTHS[name];
}

/** Which column takes the room that is left; null for the actions. */
export const flexible = (columns: readonly Column[]) => columns.find(({ name, width }) => name === 'email' && width === null)?.name ?? null;

export const isShown = (columns: readonly Column[], wanted: ColumnName) => columns.some(({ name }) => name === wanted);

export function toggled(columns: readonly Column[], column: Column): readonly Column[] {
  return isShown(columns, column.name) ? columns.filter(({ name }) => name !== column.name) : [...columns, column];
}

export function moved(columns: readonly Column[], name: ColumnName, to: number): readonly Column[] {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) return columns;
  const others = columns.filter((each) => each !== column);
  return [...others.slice(0, to), column, ...others.slice(to)];
}

export const resized = (columns: readonly Column[], name: ColumnName, width: number | null): readonly Column[] =>
  columns.map((column) => (column.name === name ? { ...column, width } : column));
