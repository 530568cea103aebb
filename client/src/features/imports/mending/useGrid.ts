import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';

import type { Field, ImportRow } from '../api';
import { constantOf, focusPlace, isField, type Move, moveOf, type Place, placeAfter, placeBeside, placeOf } from './fields';
import type { Mending } from './useMending';

export interface Editing {
  readonly row: number;
  readonly field: Field;
  readonly version: number;
  /** What was typed to open the editor; null opens it with the cell's value. */
  readonly typed: string | null;
  readonly byPointer: boolean;
}

/** Where the focus goes after a commit. */
export type Leave = 'up' | 'down' | 'left' | 'right' | 'stay' | 'away';

type CellKey = KeyboardEvent<HTMLElement>;

const isTyped = ({ key, ctrlKey, metaKey, altKey }: CellKey) => key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Whether a click was made on something in a cell that has a use of its own, or ended the marking of text. */
function isForOther(event: MouseEvent<HTMLElement>): boolean {
  const inner = (event.target as HTMLElement).closest('button, input, select, a');
  return inner !== null || (window.getSelection()?.toString() ?? '') !== '';
}

/** The active cell of the rows on screen, its editor, and the keys of a spreadsheet. */
export function useGrid(rows: readonly ImportRow[], fields: readonly Field[], { saves, last, selection, paste, copyRows }: Mending) {
  const [active, setActive] = useState<Place | null>(null);
  const [begun, setEditing] = useState<Editing | null>(null);
  const numbers = rows.map(({ row }) => row);
  const places = { rows: numbers, fields };
  // A row that another administrator has deleted takes its editor with it.
  const editing = begun !== null && numbers.includes(begun.row) ? begun : null;
  const first = numbers[0];
  const stop: Place | null =
    active !== null && numbers.includes(active.row) ? active : first === undefined ? null : { row: first, column: 'fullName' };
  const rowOf = (number: number) => rows.find(({ row }) => row === number);

  const open = ({ row, column }: Place, { typed = null, byPointer = false }: Partial<Pick<Editing, 'typed' | 'byPointer'>> = {}) => {
    const held = rowOf(row);
    if (held !== undefined && isField(column)) setEditing({ row, field: column, version: held.version, typed, byPointer });
  };

  const write = ({ row, column }: Place, text: string, version?: number) => {
    const held = rowOf(row);
    if (held === undefined || !isField(column) || held.values[column] === text) return;
    saves.save({ row: held, field: column, text, version: version ?? held.version });
  };

  const commit = (text: string, leave: Leave) => {
    if (editing === null) return;
    const place: Place = { row: editing.row, column: editing.field };
    setEditing(null);
    write(place, text.trim(), editing.version);
    if (leave === 'stay') focusPlace(place);
    else if (leave === 'left' || leave === 'right') focusPlace(placeBeside(leave, place, places));
    else if (leave !== 'away') focusPlace(placeAfter(leave, place, places));
  };

  const toggle = (row: number) => {
    const held = rowOf(row);
    if (held !== undefined) selection.toggle(held, rows);
  };

  const act = (event: CellKey, place: Place): boolean => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') last.undo();
    else if (event.key === ' ' && event.shiftKey) toggle(place.row);
    else if (!isField(place.column)) return false;
    else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') open(place);
    else if (event.key === 'Delete' || event.key === 'Backspace') write(place, '');
    else if (isTyped(event)) open(place, { typed: event.key });
    else return false;
    return true;
  };

  const onKeyDown = (event: CellKey) => {
    const place = editing === null ? placeOf((event.target as HTMLElement).id) : null;
    if (place === null) return;
    const move: Move | null = moveOf(event);
    if (move !== null) focusPlace(placeAfter(move, place, places));
    else if (!act(event, place)) return;
    event.preventDefault();
  };

  /** The field that a copied or pasted text is of. */
  const fieldOf = (event: ClipboardEvent<HTMLElement>): Place | null => {
    const place = editing === null ? placeOf((event.target as HTMLElement).id) : null;
    return place !== null && isField(place.column) ? place : null;
  };

  return {
    isActive: ({ row, column }: Place) => stop?.row === row && stop.column === column,
    editorOf: (row: number, field: Field) => (editing?.row === row && editing.field === field ? editing : null),
    commit,
    cancel: () => {
      if (editing === null) return;
      setEditing(null);
      focusPlace({ row: editing.row, column: editing.field });
    },
    onFocus: (place: Place) => setActive(place),
    onClick: (event: MouseEvent<HTMLElement>, place: Place) => {
      if (!isForOther(event)) open(place, { byPointer: true });
    },
    handlers: {
      onKeyDown,
      onCopy: (event: ClipboardEvent<HTMLElement>) => {
        if (editing !== null || (window.getSelection()?.toString() ?? '') !== '') return;
        const place = fieldOf(event);
        const cell = place === null || !isField(place.column) ? null : (rowOf(place.row)?.values[place.column] ?? '');
        const text = copyRows(rows, fields) ?? cell;
        if (text === null) return;
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
      },
      onPaste: (event: ClipboardEvent<HTMLElement>) => {
        const place = fieldOf(event);
        if (place === null || !isField(place.column)) return;
        event.preventDefault();
        const block = event.clipboardData.getData('text/plain');
        const text = block.trim();
        const from = rows.findIndex(({ row }) => row === place.row);
        // The end of a single line is none of a block.
        if (/[\t\r\n]/u.test(block.replace(/[\r\n]+$/u, ''))) paste.ask(rows.slice(from), fields.slice(fields.indexOf(place.column)), block);
        else write(place, constantOf(place.column, text));
      },
    },
  };
}

export type Grid = ReturnType<typeof useGrid>;
