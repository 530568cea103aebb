import { useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';
import { countOf } from '~/lib/format';

import { type Field, type ImportRow, type ListImportRowsApiArg, presentRow, useEditImportRowMutation, useEditImportRowsMutation, useLazyListImportRowsQuery, useMapImportValueMutation } from '../api';
import { constantOf, FIELDS_IN_SIGHT, SHARED_FIELDS } from './fields';

/** Cells as spreadsheets put them on the clipboard: rows in lines, cells between tabs, odd ones in quotes. */
type Block = readonly (readonly string[])[];

const QUOTED = /["\t\r\n]/u;
/** A cell and what ends it: in quotes with "" for each of its own, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/uy;

export function parseBlock(text: string): Block {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let found = CELL.exec(text); found !== null; found = CELL.exec(text)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // A spreadsheet ends the last line, too.
  return rows.length > 1 && rows.at(-1)?.join('') === '' ? rows.slice(0, -1) : rows;
}

export function textOf(block: Block): string {
  const quote = (cell: string) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return block.map((row) => row.map(quote).join('\t')).join('\n');
}

/** So many the server changes at once. */
const MOST_ROWS = 200;

interface PastedCell {
  readonly row: ImportRow;
  readonly field: Field;
  readonly text: string;
}

interface Pasted {
  readonly cells: readonly PastedCell[];
  /** Values without a cell: beyond the last column or row. */
  readonly left: number;
}

/** What is pasted, on the rows from the first one on; cells that are so already are none. */
function pastedOn(rows: readonly ImportRow[], first: Field, block: ReturnType<typeof parseBlock>): Pasted {
  const fields = FIELDS_IN_SIGHT.slice(FIELDS_IN_SIGHT.findIndex((field) => field === first));
  const cells: PastedCell[] = [];
  let left = 0;
  for (const [down, texts] of block.entries()) {
    const row = rows[down];
    for (const [across, typed] of texts.entries()) {
      const field = fields[across];
      if (row === undefined || field === undefined) {
        left += Number(typed.trim() !== '');
        continue;
      }
      const text = constantOf(field, typed.trim());
      if (row.values[field] !== text) cells.push({ row, field, text });
    }
  }
  return { cells, left };
}

function editsOf(cells: readonly PastedCell[]) {
  const rows = new Map<number, { row: number; version: number; values: Record<string, string> }>();
  for (const { row, field, text } of cells) {
    const edit = rows.get(row.row) ?? { row: row.row, version: row.version, values: {} };
    rows.set(row.row, { ...edit, values: { ...edit.values, [field]: text } });
  }
  return [...rows.values()];
}

/** Pastes a block of a spreadsheet, after a question, as one change; also on the rows of the next pages. */
export function usePaste(list: ListImportRowsApiArg, onPasted: (row: ImportRow) => void) {
  const [fetchRows] = useLazyListImportRowsQuery();
  const [send, { isLoading: pasting }] = useEditImportRowsMutation();
  const [asking, setAsking] = useState(false);
  // What is asked about does not change while the dialog closes.
  const [asked, setAsked] = useState<Pasted>({ cells: [], left: 0 });
  const toasts = useToasts();
  const close = () => setAsking(false);

  /** So many rows from the first one on, or all that there are. */
  const rowsFrom = async (shown: readonly ImportRow[], count: number) => {
    const rows = [...shown];
    for (let page = (list.page ?? 1) + 1; rows.length < count; page += 1) {
      const { data } = await fetchRows({ ...list, page });
      const more = (data?.data ?? []).filter(({ row }) => rows.every((each) => each.row !== row));
      if (more.length === 0) break;
      rows.push(...more);
    }
    return rows;
  };

  const ask = async (shown: readonly ImportRow[], field: Field, text: string) => {
    const block = parseBlock(text);
    if (block.length > MOST_ROWS) {
      toasts.error(`Paste at most ${MOST_ROWS} rows at once.`);
      return;
    }
    const pasted = pastedOn(await rowsFrom(shown, block.length), field, block);
    if (pasted.cells.length === 0) {
      toasts.info(pasted.left === 0 ? 'These cells have these values already.' : 'There is no cell for these values.');
      return;
    }
    setAsked(pasted);
    setAsking(true);
  };

  const confirm = async () => {
    const { data, error } = await send({ importId: list.importId, editRowsRequest: { rows: editsOf(asked.cells) } });
    close();
    if (data !== undefined) {
      for (const row of data.rows) onPasted(row);
      return;
    }
    const present = presentRow(error);
    toasts.error(
      present === undefined
        ? messageOf(error, 'The cells could not be changed.')
        : `${present.editedBy?.fullName ?? 'Another administrator'} changed row ${present.position} meanwhile. Nothing was pasted.`,
    );
  };

  return {
    asking,
    asked,
    rows: countOf(new Set(asked.cells.map(({ row }) => row.row)).size, 'row', 'rows'),
    pasting,
    ask: (shown: readonly ImportRow[], field: Field, text: string) => void ask(shown, field, text),
    confirm: () => void confirm(),
    close,
  };
}

export type Paste = ReturnType<typeof usePaste>;

interface Offer {
  readonly field: Field;
  readonly from: string;
  readonly to: string;
  /** Rows that still have the value. */
  readonly rows: number;
}

/** After a change of one cell: the same change for all other rows with the value that it had. */
export function useApplyToAll(importId: string) {
  const [send, { isLoading: applying }] = useMapImportValueMutation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const toasts = useToasts();

  const look = async ({ before, after, field }: SavedCell) => {
    setOffer(null);
    const [from, to] = [before.values[field], after.values[field]];
    const isMended = after.errors.every((problem) => problem.field !== field);
    if (!SHARED_FIELDS.includes(field) || !isMended || from === to) return;
    const { data } = await send({ importId, mapValueRequest: { field, from, to, dryRun: true } });
    if (data !== undefined && data.rows > 0) setOffer({ field, from, to, rows: data.rows });
  };

  const apply = async ({ field, from, to }: Offer) => {
    const { data, error } = await send({ importId, mapValueRequest: { field, from, to } });
    if (data === undefined) {
      toasts.error(messageOf(error, 'The value could not be changed.'));
      return;
    }
    setOffer(null);
  };

  return {
    offer,
    applying,
    look: (saved: SavedCell) => void look(saved),
    apply: () => {
      if (offer !== null && !applying) void apply(offer);
    },
    dismiss: () => setOffer(null),
  };
}

export type ApplyToAll = ReturnType<typeof useApplyToAll>;

/** What is shown with a cell that is not as it was typed. */
export interface CellNote {
  readonly kind: 'saving' | 'changed' | 'failed';
  /** What was typed. */
  readonly text: string;
  /** Why it was not saved. */
  readonly reason: string;
}

export interface CellEdit {
  readonly row: ImportRow;
  readonly field: Field;
  readonly text: string;
  /** The version of the row when the typing began. */
  readonly version: number;
}

export interface SavedCell {
  readonly before: ImportRow;
  readonly after: ImportRow;
  readonly field: Field;
}

/** What was being typed into a row when it went. */
interface LostText {
  /** Who has just changed the row, where that is known. */
  readonly by: string | undefined;
  readonly position: number;
  readonly field: Field;
  readonly text: string;
}

type Notes = Readonly<Record<string, CellNote | undefined>>;

const keyOf = (row: number, field: Field) => `${row}:${field}`;

function refusalOf(error: unknown, text: string): CellNote {
  const present = presentRow(error);
  if (present === undefined) return { kind: 'failed', text, reason: messageOf(error, 'The change could not be saved.') };
  const by = present.editedBy?.fullName ?? 'Another administrator';
  return { kind: 'changed', text, reason: `${by} changed this row meanwhile.` };
}

/** Sends the edits of cells, those of one row one after the other. */
export function useCellSaves(importId: string, editedBy: (row: number) => string | undefined, onSaved: (saved: SavedCell) => void) {
  const [send] = useEditImportRowMutation();
  const [notes, setNotes] = useState<Notes>({});
  const [lost, setLost] = useState<LostText | null>(null);
  const underway = useRef(new Map<number, Promise<void>>());
  // The version that an own edit has led to, by the one it was made to.
  const successors = useRef(new Map<string, number>());

  const setNote = (row: number, field: Field, note?: CellNote) => setNotes((held) => ({ ...held, [keyOf(row, field)]: note }));

  const versionNow = (row: number, version: number): number => {
    const next = successors.current.get(`${row}:${version}`);
    return next === undefined ? version : versionNow(row, next);
  };

  const saveNow = async ({ row, field, text, version }: CellEdit) => {
    const sent = versionNow(row.row, version);
    const { data, error } = await send({ importId, row: row.row, editRowRequest: { values: { [field]: text }, version: sent } });
    if (data === undefined) {
      setNote(row.row, field, refusalOf(error, text));
      return;
    }
    successors.current.set(`${row.row}:${sent}`, data.version);
    setNote(row.row, field);
    onSaved({ before: row, after: data, field });
  };

  return {
    noteOf: (row: number, field: Field): CellNote | undefined => notes[keyOf(row, field)],
    dismiss: (row: number, field: Field) => setNote(row, field),
    lost,
    lose: ({ row, position }: ImportRow, field: Field, text: string) => setLost({ by: editedBy(row), position, field, text }),
    dropLost: () => setLost(null),
    save: (edit: CellEdit) => {
      const { row, field, text } = edit;
      setNote(row.row, field, { kind: 'saving', text, reason: '' });
      const before = underway.current.get(row.row) ?? Promise.resolve();
      underway.current.set(
        row.row,
        before.then(() => saveNow(edit)),
      );
    },
  };
}

export type CellSaves = ReturnType<typeof useCellSaves>;
