import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import type { Field, ImportRow, ListImportRowsApiArg } from '../api';
import { countOf } from '../format';
import { presentRow, useEditImportRowsMutation, useLazyListImportRowsQuery } from '../mendingApi';
import { parseBlock } from './clipboard';
import { constantOf, FIELDS_IN_SIGHT } from './fields';

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
  const close = () => {
    setAsking(false);
  };

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
