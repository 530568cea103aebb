import type { Field } from '../api';
import { FIELDS_IN_SIGHT } from './fields';

/** The columns of the grid that take the focus. */
const COLUMNS = ['select', ...FIELDS_IN_SIGHT, 'delete'] as const;
type GridColumn = (typeof COLUMNS)[number];

/** A cell, by the number of its row. */
export interface Place {
  readonly row: number;
  readonly column: GridColumn;
}

export type Move = 'up' | 'down' | 'left' | 'right' | 'rowStart' | 'rowEnd' | 'first' | 'last';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
};

export function moveOf({ key, ctrlKey, metaKey }: Key): Move | null {
  const toTheEnd = ctrlKey || metaKey;
  if (toTheEnd && key === 'Home') return 'first';
  if (toTheEnd && key === 'End') return 'last';
  return toTheEnd ? null : (moves[key] ?? null);
}

export function isField(column: GridColumn): column is Field {
  return column !== 'select' && column !== 'delete';
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}

/** Where a move leads; at an edge of the page it stays. */
export function placeAfter(move: Move, { row, column }: Place, rows: readonly number[]): Place {
  const rowAt = (index: number) => rows[clamp(index, rows.length)] ?? row;
  const columnAt = (index: number) => COLUMNS[clamp(index, COLUMNS.length)] ?? column;
  const at = rows.indexOf(row);
  const across = COLUMNS.indexOf(column);
  switch (move) {
    case 'up':
      return { row: rowAt(at - 1), column };
    case 'down':
      return { row: rowAt(at + 1), column };
    case 'left':
      return { row, column: columnAt(across - 1) };
    case 'right':
      return { row, column: columnAt(across + 1) };
    case 'rowStart':
      return { row, column: 'fullName' };
    case 'rowEnd':
      return { row, column: 'role' };
    case 'first':
      return { row: rowAt(0), column: 'fullName' };
    case 'last':
      return { row: rowAt(rows.length), column: 'role' };
  }
}

/** The field that is right or left of a field; beyond the end of a row the next row's. */
export function placeBeside(move: 'left' | 'right', { row, column }: Place, rows: readonly number[]): Place {
  const first = FIELDS_IN_SIGHT[0];
  const last = FIELDS_IN_SIGHT[FIELDS_IN_SIGHT.length - 1] ?? first;
  const at = rows.indexOf(row);
  if (move === 'right' && column === last && at < rows.length - 1) return { row: rows[at + 1] ?? row, column: first };
  if (move === 'left' && column === first && at > 0) return { row: rows[at - 1] ?? row, column: last };
  const next = placeAfter(move, { row, column }, rows);
  return isField(next.column) ? next : { row, column };
}

export const idOf = ({ row, column }: Place) => `cell-${row}-${column}`;

/** The cell that has this id. */
export function placeOf(id: string): Place | null {
  const [, row, name] = /^cell-(\d+)-(\w+)$/u.exec(id) ?? [];
  const column = COLUMNS.find((each) => each === name);
  return row === undefined || column === undefined ? null : { row: Number(row), column };
}

export function focusPlace(place: Place): void {
  document.getElementById(idOf(place))?.focus();
}
