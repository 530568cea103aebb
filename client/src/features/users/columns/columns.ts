import { forEachField, labelOfField, TEXT_FIELDS } from '~/api/fields';
import type { ListColumn } from '~/api/generated/serverApi';

/** The columns that can be chosen, with what they take. The number stands before them, the actions behind. */
export const COLUMNS = {
  fullName: { label: 'Full Name', width: 176 },
  email: { label: 'Email', width: 160 },
  phone: { label: 'Phone', width: 130 },
  role: { label: 'Role', width: 158 },
  profile: { label: 'Profile', width: 154 },
  status: { label: 'Status', width: 84 },
  invitation: { label: 'Invitation', width: 112 },
  lastSignIn: { label: 'Last login', width: 172 },
  batches: { label: 'Batches', width: 180 },
  ...forEachField(TEXT_FIELDS, (name) => ({
    get label() {
      return labelOfField(name);
    },
    width: 140,
  })),
  createdAt: { label: 'Created', width: 172 },
  dateOfBirth: { label: 'Date of birth', width: 116 },
  gender: { label: 'Gender', width: 110 },
} as const;

export type ColumnName = keyof typeof COLUMNS;

export interface Column {
  readonly name: ColumnName;
  /** In pixels; null for the column's own. */
  readonly width: number | null;
}

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
export const NARROWEST = 72;
export const WIDEST = 600;
/** Where others are added, the name gives way. */
const NAME_BESIDE_OTHERS = 150;

export const DEFAULT_COLUMNS: readonly Column[] = (['fullName', 'email', 'phone', 'role', 'profile'] as const).map((name) => ({ name, width: null }));

const isKnown = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);

export function readColumns(stored: readonly ListColumn[] | undefined): readonly Column[] {
  const known = (stored ?? []).flatMap(({ name, width }) => (isKnown(name) ? [{ name, width: width ?? null }] : []));
  if (known.length === 0) return DEFAULT_COLUMNS;
  return known.some(({ name }) => name === 'fullName') ? known : [{ name: 'fullName', width: null }, ...known];
}

export function widthOf({ name, width }: Column, columns: readonly Column[]): number {
  if (width !== null) return width;
  return name === 'fullName' && columns.length > DEFAULT_COLUMNS.length ? NAME_BESIDE_OTHERS : COLUMNS[name].width;
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
