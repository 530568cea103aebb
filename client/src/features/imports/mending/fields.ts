import { plural, t } from '@lingui/core/macro';

import { type FileField, SHARED_FIELDS as REMEMBERED } from '~/api/fields';
import { ACCESS_LABELS, GENDER_LABELS, labelOf, PROFILE_LABELS, ROLE_LABELS } from '~/lib/profiles';
import { countRows } from '~/lib/format';
import { isOwnField } from '~/lib/ownNames';
import { ownField } from '~/realtime/ownFields';

import { type Field, FIELDS, labelOfField, type LastChange } from '../api';

export const FIELDS_IN_SIGHT: readonly FileField[] = [...FIELDS.filter((field) => field !== 'profile' && field !== 'role'), 'profile', 'role'];

const choices: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  gender: GENDER_LABELS,
  role: ROLE_LABELS,
  profile: PROFILE_LABELS,
  isActive: ACCESS_LABELS,
};

/** Constants and labels of a field of which every person has one of a few values. */
export function choicesOf(field: string): Readonly<Record<string, string>> | undefined {
  const own = ownField(field);
  if (own?.kind === 'one') return Object.fromEntries(own.choices.filter(({ archived }) => !archived).map(({ label }) => [label, label]));
  return choices[field as Field];
}

/** Fields whose values several people share, so that one change may be meant for all of them. */
const isKept = (field: string) => (REMEMBERED as readonly string[]).includes(field) || (ownField(field)?.choices.length ?? 0) > 0;
export const isSharedField = (field: string) => field === 'dateOfBirth' || isKept(field);

/** Whether the company keeps for its later files what a value of a field stands for: not where the value is ours. */
function isRemembered(field: string, from: string): boolean {
  const options = choicesOf(field);
  if (from === '' || !isKept(field)) return false;
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
type GridColumn = 'select' | Field | 'delete';

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

/** The rows and the fields that are shown. */
interface Shown {
  readonly rows: readonly number[];
  readonly fields: readonly Field[];
}

/** Where a move leads; at an edge of the page it stays. */
export function placeAfter(move: Move, { row, column }: Place, { rows, fields }: Shown): Place {
  const columns: readonly GridColumn[] = ['select', ...fields, 'delete'];
  const at = rows.indexOf(row);
  const across = columns.indexOf(column);
  const [first, last] = [1, columns.length - 2];
  const [down, right] = (
    {
      up: [at - 1, across],
      down: [at + 1, across],
      left: [at, across - 1],
      right: [at, across + 1],
      rowStart: [at, first],
      rowEnd: [at, last],
      first: [0, first],
      last: [rows.length, last],
    } as const
  )[move];
  return { row: rows[clamp(down, rows.length)] ?? row, column: columns[clamp(right, columns.length)] ?? column };
}

/** The field that is right or left of a field; beyond the end of a row the next row's. */
export function placeBeside(move: 'left' | 'right', place: Place, shown: Shown): Place {
  const next = placeAfter(move, place, shown);
  if (isField(next.column)) return next;
  const beyond = placeAfter(move === 'right' ? 'down' : 'up', place, shown);
  return beyond.row === place.row ? place : placeAfter(move === 'right' ? 'rowStart' : 'rowEnd', beyond, shown);
}

export const idOf = ({ row, column }: Place) => `cell-${row}-${column}`;

export function placeOf(id: string): Place | null {
  const [, row, name = ''] = /^cell-(\d+)-([\w:]+)$/u.exec(id) ?? [];
  const column = isOwnField(name) ? name : (['select', ...FIELDS_IN_SIGHT, 'delete'] as const).find((each) => each === name);
  return row === undefined || column === undefined ? null : { row: Number(row), column };
}

export function focusPlace(place: Place): void {
  document.getElementById(idOf(place))?.focus();
}
