import { plural, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { useAppDispatch } from '~/lib/dispatch';
import { translated } from '~/lib/sentences';
import { useRealtime } from '~/realtime/extra';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { cellOf, type Field, type ImportRow, importsApi, labelOfField, type LastChange, type ListImportRowsApiArg, presentChange, presentRow, rowsChanged } from '../api';
import { changeOf, isSharedField } from './fields';
import { textOf, usePaste } from './usePaste';

interface Offer {
  readonly field: Field;
  readonly from: string;
  readonly to: string;
  /** Rows that still have the value. */
  readonly rows: number;
}

/** After a change of one cell: the same change for all other rows with the value that it had. */
function useApplyToAll(importId: string) {
  const mapping = importsApi.useMapImportValueMutation();
  const { act, busy: applying } = useAct(mapping, t`The value could not be changed.`);
  const [offer, setOffer] = useState<Offer | null>(null);

  const look = async ({ before, after, field }: SavedCell) => {
    setOffer(null);
    const [from, to] = [cellOf(before, field), cellOf(after, field)];
    const isMended = after.errors.every((problem) => problem.field !== field);
    if (!isSharedField(field) || !isMended || from === to) return;
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
interface CellNote {
  readonly kind: 'saving' | 'changed' | 'failed';
  readonly text: string;
  readonly reason: string;
}

interface CellEdit {
  readonly row: ImportRow;
  readonly field: Field;
  readonly text: string;
  /** The version of the row when the typing began. */
  readonly version: number;
}

interface SavedCell {
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
  if (present === undefined) return { kind: 'failed', text, reason: messageOf(error, t`The change could not be saved.`) };
  const by = present.editedBy?.fullName ?? t`Another administrator`;
  return { kind: 'changed', text, reason: t`${by} changed this row meanwhile.` };
}

/** Sends the edits of cells, those of one row one after the other. */
function useCellSaves(importId: string, editedBy: (row: number) => string | undefined, onSaved: (saved: SavedCell) => void) {
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

/**
 * A mended row no longer fits the filter "Invalid": it stays where it is until another view is chosen, so that nothing
 * moves under the pointer.
 */
function useKeptRows(view: string, filtered: boolean) {
  const [kept, setKept] = useState<{ readonly view: string; readonly rows: readonly ImportRow[] }>({ view, rows: [] });
  const here = filtered && kept.view === view ? kept.rows : [];
  return {
    keep: (row: ImportRow) => {
      setKept((held) => {
        const others = held.view === view ? held.rows.filter((each) => each.row !== row.row) : [];
        return { view, rows: [...others, row] };
      });
    },
    drop: () => setKept({ view, rows: [] }),
    /** The fetched rows with those that are kept, in their order. */
    arrange: (fetched: readonly ImportRow[]): readonly ImportRow[] => {
      const missing = here.filter(({ row }) => fetched.every((each) => each.row !== row));
      return missing.length === 0 ? fetched : [...fetched, ...missing].sort((one, other) => one.row - other.row);
    },
  };
}

function useDeleteRows(importId: string, { selected, clear }: Selection, onDeleted: () => void) {
  const { act, busy: deleting } = useAct(importsApi.useDeleteImportRowsMutation(), t`The rows could not be deleted.`);
  const { asked, asking, ask, close } = useAsked<readonly ImportRow[]>();
  const rows = asked ?? [];
  const confirm = async () => {
    const done = await act({ importId, deleteRowsRequest: { rows: rows.map(({ row }) => row) } });
    close();
    if (done === undefined) return;
    clear();
    onDeleted();
  };
  return { asked: rows, asking, deleting, ask: () => ask(selected), close, confirm: () => void confirm() };
}

const MARKED_FOR = 8_000;

/** Who has just edited which rows; they are fetched, and marked for a while. */
function useEditsOfOthers(importId: string) {
  const [marks, setMarks] = useState<Readonly<Record<number, string | undefined>>>({});
  const own = useClaims()?.userId;
  const realtime = useRealtime();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const mark = (rows: readonly number[], name: string | undefined) => {
      setMarks((held) => ({ ...held, ...Object.fromEntries(rows.map((row) => [row, name])) }));
    };
    const stop = realtime.on('import:rows', ({ id, rows, by }) => {
      if (id !== importId || by.id === own) return;
      dispatch(rowsChanged(importId));
      mark(rows, by.fullName);
      const timer = setTimeout(() => {
        timers.delete(timer);
        mark(rows, undefined);
      }, MARKED_FOR);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [dispatch, importId, own, realtime]);

  return (row: number): string | undefined => marks[row];
}

type Selected = ReadonlyMap<number, ImportRow>;
type Rows = readonly ImportRow[];

/** From the row that was chosen last to this one; this one alone where the other is not on the page. */
function between(rows: Rows, anchor: number | null, row: ImportRow): Rows {
  const from = rows.findIndex((each) => each.row === anchor);
  const to = rows.indexOf(row);
  return from === -1 || to === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function withRows(held: Selected, rows: Rows, chosen: boolean): Selected {
  const next = new Map(held);
  for (const row of rows) {
    if (chosen) next.set(row.row, row);
    else next.delete(row.row);
  }
  return next;
}

function useSelection() {
  const [selected, setSelected] = useState<Selected>(new Map());
  const [anchor, setAnchor] = useState<number | null>(null);
  return {
    selected: [...selected.values()],
    isSelected: (row: number) => selected.has(row),
    /** With `range` all rows of the page from the one before to this one. */
    toggle: (row: ImportRow, page: Rows, { range = false } = {}) => {
      const chosen = !selected.has(row.row);
      setSelected((held) => withRows(held, range ? between(page, anchor, row) : [row], chosen));
      setAnchor(row.row);
    },
    togglePage: (page: Rows) => setSelected((held) => withRows(held, page, !page.every(({ row }) => held.has(row)))),
    clear: () => {
      setSelected(new Map());
      setAnchor(null);
    },
  };
}

type Selection = ReturnType<typeof useSelection>;

/** The last change of the rows, with what takes it back. An own new one is announced. */
function useLastChange(importId: string, last: LastChange | null, onUndone: () => void) {
  const [send, { isLoading: undoing }] = importsApi.useUndoImportChangeMutation();
  const own = useClaims()?.userId;
  const toasts = useToasts();
  const closeToast = useRef<(() => void) | null>(null);
  const isMuted = useRef(false);
  const number = last?.number ?? 0;
  const newest = useRef(number);

  const undo = async () => {
    if (last === null) return;
    const { error } = await send({ importId, undoChangeRequest: { number: last.number } });
    if (error !== undefined) {
      const present = presentChange(error);
      toasts.error(
        present === undefined
          ? messageOf(error, t`The last change could not be undone.`)
          : present.by !== null && present.by.id === own
            ? t`Nothing was undone. The last change now is your ${{ what: whatOf(present, own) }}.`
            : t`Nothing was undone. The last change now is ${{ what: whatOf(present, own) }}.`,
      );
      return;
    }
    onUndone();
    toasts.success(t`The last change was undone.`);
  };

  const announce = useEffectEvent(() => {
    // One at a time: of several changes the last one alone can be undone.
    closeToast.current?.();
    closeToast.current = null;
    const isNew = number > newest.current;
    newest.current = Math.max(number, newest.current);
    if (!isNew || last === null || last.by?.id !== own) return;
    if (!isMuted.current) closeToast.current = toasts.offer(t`${{ done: changeOf(last).done }}.`, { label: t`Undo`, run: () => void undo() });
    isMuted.current = false;
  });
  useEffect(() => {
    announce();
  }, [number]);

  return {
    /** What its undoing takes back: "change of phone in row 3". */
    what: last === null ? null : whatOf(last, own),
    undoing,
    undo: () => {
      if (!undoing) void undo();
    },
    /** Whether the next own change is left to another announcement. */
    mute: (muted: boolean) => {
      isMuted.current = muted;
    },
  };
}

/** With the name of the person whose change it is, unless it is one's own. */
function whatOf(last: LastChange, own: string | undefined): string {
  const { what } = changeOf(last);
  return last.by !== null && last.by.id === own ? what : t`${{ name: last.by?.fullName ?? t`another administrator` }}’s ${what}`;
}

interface View {
  /** Names what is shown: filters and page. */
  readonly key: string;
  readonly filtered: boolean;
  readonly list: ListImportRowsApiArg;
}

/** What the check says of the edited cell; read out. */
function verdictOf({ after, field }: SavedCell): string {
  const problems = after.errors.filter((problem) => problem.field === field);
  const name = t`${{ field: labelOfField(field) }} of row ${{ position: after.position }}`;
  return problems.length === 0 ? t`${name} is valid.` : `${name}: ${problems.map(({ message }) => translated(message)).join(', ')}`;
}

export function useMending(importId: string, lastChange: LastChange | null, view: View) {
  const toasts = useToasts();
  const [verdict, setVerdict] = useState('');
  const kept = useKeptRows(view.key, view.filtered);
  const selection = useSelection();
  const last = useLastChange(importId, lastChange, kept.drop);
  const everywhere = useApplyToAll(importId);
  const deletion = useDeleteRows(importId, selection, () => {
    kept.drop();
    everywhere.dismiss();
  });
  const paste = usePaste(view.list, kept.keep);
  const editedBy = useEditsOfOthers(importId);
  const saves = useCellSaves(importId, editedBy, (saved) => {
    kept.keep(saved.after);
    setVerdict(verdictOf(saved));
    everywhere.look(saved);
  });
  return {
    /** Changes with what can be pressed in the bar. */
    barState: [last.what, everywhere.offer?.rows, selection.selected.length > 0].join(' '),
    verdict,
    kept,
    selection,
    last,
    everywhere,
    deletion,
    saves,
    editedBy,
    paste,
    /** The selected rows as a spreadsheet takes them, those on screen as they are now. */
    copyRows: (shown: readonly ImportRow[], fields: readonly Field[]): string | null => {
      const rows = selection.selected.map((row) => shown.find((each) => each.row === row.row) ?? row).sort((one, other) => one.row - other.row);
      if (rows.length === 0) return null;
      toasts.info(plural(rows.length, { one: '# row copied.', other: '# rows copied.' }));
      return textOf(rows.map((row) => fields.map((field) => cellOf(row, field))));
    },
    dropRow: (row: ImportRow) => {
      kept.drop();
      if (selection.isSelected(row.row)) selection.clear();
    },
  };
}

export type Mending = ReturnType<typeof useMending>;
