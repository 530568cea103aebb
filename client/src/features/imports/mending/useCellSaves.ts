import { useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { useAct } from '~/ui/toasts/useAct';

import { type Field, type ImportRow, importsApi, presentRow } from '../api';
import { SHARED_FIELDS } from './fields';

interface Offer {
  readonly field: Field;
  readonly from: string;
  readonly to: string;
  /** Rows that still have the value. */
  readonly rows: number;
}

/** After a change of one cell: the same change for all other rows with the value that it had. */
export function useApplyToAll(importId: string) {
  const mapping = importsApi.useMapImportValueMutation();
  const { act, busy: applying } = useAct(mapping, 'The value could not be changed.');
  const [offer, setOffer] = useState<Offer | null>(null);

  const look = async ({ before, after, field }: SavedCell) => {
    setOffer(null);
    const [from, to] = [before.values[field], after.values[field]];
    const isMended = after.errors.every((problem) => problem.field !== field);
    if (!SHARED_FIELDS.includes(field) || !isMended || from === to) return;
    const { data } = await mapping[0]({ importId, mapValueRequest: { field, from, to, dryRun: true } });
    if (data !== undefined && data.rows > 0) setOffer({ field, from, to, rows: data.rows });
  };

  const apply = async ({ field, from, to }: Offer) => {
    if ((await act({ importId, mapValueRequest: { field, from, to } })) !== undefined) setOffer(null);
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

/** What is shown with a cell that is not as it was typed. */
export interface CellNote {
  readonly kind: 'saving' | 'changed' | 'failed';
  readonly text: string;
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
  const [send] = importsApi.useEditImportRowMutation();
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
