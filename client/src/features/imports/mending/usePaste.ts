import { t } from '@lingui/core/macro';

import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';
import { useAsked } from '~/ui/useAsked';

import { type Field, type ImportRow, importsApi, type ListImportRowsApiArg, presentRow } from '../api';
import { constantOf } from './fields';

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

/** What is pasted, on the rows and fields from the first ones on; cells that are so already are none. */
function pastedOn(rows: readonly ImportRow[], fields: readonly Field[], block: Block): Pasted {
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
  const [fetchRows] = importsApi.useLazyListImportRowsQuery();
  const [send, { isLoading: pasting }] = importsApi.useEditImportRowsMutation();
  const question = useAsked<Pasted>();
  const toasts = useToasts();

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

  const ask = async (shown: readonly ImportRow[], fields: readonly Field[], text: string) => {
    const block = parseBlock(text);
    if (block.length > MOST_ROWS) {
      toasts.error(t`Paste at most ${MOST_ROWS} rows at once.`);
      return;
    }
    const pasted = pastedOn(await rowsFrom(shown, block.length), fields, block);
    if (pasted.cells.length === 0) {
      toasts.info(pasted.left === 0 ? t`These cells have these values already.` : t`There is no cell for these values.`);
      return;
    }
    question.ask(pasted);
  };

  const confirm = async () => {
    const { data, error } = await send({ importId: list.importId, editRowsRequest: { rows: editsOf(question.asked?.cells ?? []) } });
    question.close();
    if (data !== undefined) {
      for (const row of data.rows) onPasted(row);
      return;
    }
    const present = presentRow(error);
    toasts.error(
      present === undefined
        ? messageOf(error, t`The cells could not be changed.`)
        : t`${{ name: present.editedBy?.fullName ?? t`Another administrator` }} changed row ${{ position: present.position }} meanwhile. Nothing was pasted.`,
    );
  };

  return {
    ...question,
    pasting,
    ask: (shown: readonly ImportRow[], fields: readonly Field[], text: string) => void ask(shown, fields, text),
    confirm: () => void confirm(),
  };
}
