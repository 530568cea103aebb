import { useState } from 'react';

import { useToasts } from '~/ui/toasts/slice';

import type { ImportRow, LastChange } from '../api';
import { labelOfField } from './fields';
import { useApplyToAll } from './useApplyToAll';
import { type SavedCell, useCellSaves } from './useCellSaves';
import { useDeleteRows } from './useDeleteRows';
import { useEditsOfOthers } from './useEditsOfOthers';
import { useKeptRows } from './useKeptRows';
import { useLastChange } from './useLastChange';
import { useSelection } from './useSelection';

interface View {
  /** Names what is shown: filters and page. */
  readonly key: string;
  readonly filtered: boolean;
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
    refusePaste: () => {
      toasts.info('Paste the text of one cell at a time.');
    },
    dropRow: (row: ImportRow) => {
      kept.drop();
      if (selection.isSelected(row.row)) selection.clear();
    },
  };
}

export type Mending = ReturnType<typeof useMending>;
