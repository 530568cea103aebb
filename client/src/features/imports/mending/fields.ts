import { plural, t } from '@lingui/core/macro';

import { SHARED_FIELDS as REMEMBERED } from '~/api/fields';
import { GENDER_LABELS, labelOf, PROFILE_LABELS, ROLE_LABELS } from '~/lib/profiles';
import { countRows } from '~/lib/format';

import { type Field, FIELD_LABELS, FIELDS, type LastChange } from '../api';

export const FIELDS_IN_SIGHT: readonly Field[] = [...FIELDS.filter((field) => field !== 'profile' && field !== 'role'), 'profile', 'role'];

const choices: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  gender: GENDER_LABELS,
  role: ROLE_LABELS,
  profile: PROFILE_LABELS,
};

/** Constants and labels of a field of which every person has one of a few values. */
export function choicesOf(field: string): Readonly<Record<string, string>> | undefined {
  return choices[field as Field];
}

export function labelOfField(field: string): string {
  const labels: Readonly<Record<string, string>> = FIELD_LABELS;
  return labels[field] ?? field;
}

/** Fields whose values several people share, so that one change may be meant for all of them. */
export const SHARED_FIELDS: readonly Field[] = ['dateOfBirth', ...REMEMBERED];

/** Whether the company keeps for its later files what a value of a field stands for: not where the value is ours. */
function isRemembered(field: string, from: string): boolean {
  const options = choicesOf(field);
  if (from === '' || !(REMEMBERED as readonly string[]).includes(field)) return false;
  return !(constantOf(field, from) in (options ?? {}));
}

/** A label of one of the few values of a field as its constant; any other text as it is. */
export function constantOf(field: string, text: string): string {
  const known = Object.entries(choicesOf(field) ?? {}).find(([, label]) => label.toLowerCase() === text.toLowerCase());
  return known?.[0] ?? text;
}

export const shownValue = (field: string, value: string) => (value === '' ? t`no value` : labelOf(field, value));

/** A change of the rows: what it is, and that it was made. */
export function changeOf({ kind, rows, position, field, from, to }: LastChange): { readonly what: string; readonly done: string } {
  if (kind === 'deletion') {
    return { what: plural(rows, { one: 'deletion of # row', other: 'deletion of # rows' }), done: plural(rows, { one: '# row deleted', other: '# rows deleted' }) };
  }
  const count = countRows(rows);
  const row = position === null ? count : t`row ${position}`;
  if (field === null && kind === 'mapping') return { what: t`change of values in ${row}`, done: t`Values changed in ${row}, remembered for later files` };
  if (field === null) {
    const done = position === null ? plural(rows, { one: '# row changed', other: '# rows changed' }) : t`Row ${position} changed`;
    return { what: t`change of ${row}`, done };
  }
  const label = labelOfField(field);
  if (kind === 'edit') return { what: t`change of ${{ field: label.toLowerCase() }} in ${row}`, done: t`${label} of ${row} changed` };
  const what = `${shownValue(field, from ?? '')} → ${shownValue(field, to ?? '')}`;
  return { what, done: isRemembered(field, from ?? '') ? t`${what} in ${count}, remembered for later files` : t`${what} in ${count}` };
}

/** The columns of the grid that take the focus. */
const COLUMNS = ['select', ...FIELDS_IN_SIGHT, 'delete'] as const;
type GridColumn = (typeof COLUMNS)[number];

/** A cell, by the number of its row. */
export interface Place {
  readonly row: number;
  readonly column: GridColumn;
}

export type Move = 'up' | 'down' | 'left' | 'right' | 'rowStart' | 'rowEnd' | 'first' | 'last';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
};

export function moveOf({ key, ctrlKey, metaKey }: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean }): Move | null {
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

const FIRST_FIELD = 1;
const LAST_FIELD = COLUMNS.length - 2;

/** Where a move leads; at an edge of the page it stays. */
export function placeAfter(move: Move, { row, column }: Place, rows: readonly number[]): Place {
  const at = rows.indexOf(row);
  const across = COLUMNS.indexOf(column);
  const [down, right] = (
    {
      up: [at - 1, across],
      down: [at + 1, across],
      left: [at, across - 1],
      right: [at, across + 1],
      rowStart: [at, FIRST_FIELD],
      rowEnd: [at, LAST_FIELD],
      first: [0, FIRST_FIELD],
      last: [rows.length, LAST_FIELD],
    } as const
  )[move];
  return { row: rows[clamp(down, rows.length)] ?? row, column: COLUMNS[clamp(right, COLUMNS.length)] ?? column };
}

/** The field that is right or left of a field; beyond the end of a row the next row's. */
export function placeBeside(move: 'left' | 'right', place: Place, rows: readonly number[]): Place {
  const next = placeAfter(move, place, rows);
  if (isField(next.column)) return next;
  const beyond = placeAfter(move === 'right' ? 'down' : 'up', place, rows);
  return beyond.row === place.row ? place : placeAfter(move === 'right' ? 'rowStart' : 'rowEnd', beyond, rows);
}

export const idOf = ({ row, column }: Place) => `cell-${row}-${column}`;

export function placeOf(id: string): Place | null {
  const [, row, name] = /^cell-(\d+)-(\w+)$/u.exec(id) ?? [];
  const column = COLUMNS.find((each) => each === name);
  return row === undefined || column === undefined ? null : { row: Number(row), column };
}

export function focusPlace(place: Place): void {
  document.getElementById(idOf(place))?.focus();
}
