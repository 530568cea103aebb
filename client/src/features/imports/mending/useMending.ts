import { useState } from 'react';

import { useToasts } from '~/ui/toasts/slice';

import type { ImportRow, LastChange, ListImportRowsApiArg } from '../api';
import { countOf } from '../format';
import { textOf } from './clipboard';
import { FIELDS_IN_SIGHT, labelOfField } from './fields';
import { useApplyToAll } from './useApplyToAll';
import { type SavedCell, useCellSaves } from './useCellSaves';
import { useDeleteRows } from './useDeleteRows';
import { useEditsOfOthers } from './useEditsOfOthers';
import { useKeptRows } from './useKeptRows';
import { useLastChange } from './useLastChange';
import { usePaste } from './usePaste';
import { useSelection } from './useSelection';

interface View {
  /** Names what is shown: filters and page. */
  readonly key: string;
  readonly filtered: boolean;
  /** The rows that are shown, as they are asked for. */
  readonly list: ListImportRowsApiArg;
}

/** What the check says of the edited cell; read out. */
function verdictOf({ after, field }: SavedCell): string {
  const problems = after.errors.filter((problem) => problem.field === field);
  const name = `${labelOfField(field)} of row ${after.position}`;
  return problems.length === 0 ? `${name} is valid.` : `${name}: ${problems.map(({ message }) => message).join(', ')}`;
}

/** The changes of a preview's rows, and what depends on them. */
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
    copyRows: (shown: readonly ImportRow[]): string | null => {
      const rows = selection.selected.map((row) => shown.find((each) => each.row === row.row) ?? row).sort((one, other) => one.row - other.row);
      if (rows.length === 0) return null;
      toasts.info(`${countOf(rows.length, 'row', 'rows')} copied.`);
      return textOf(rows.map(({ values }) => FIELDS_IN_SIGHT.map((field) => values[field])));
    },
    dropRow: (row: ImportRow) => {
      kept.drop();
      if (selection.isSelected(row.row)) selection.clear();
    },
  };
}

export type Mending = ReturnType<typeof useMending>;
