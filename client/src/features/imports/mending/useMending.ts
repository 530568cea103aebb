import { useState } from 'react';

import { useToasts } from '~/ui/toasts/slice';

import { FIELD_LABELS, type ImportRow } from '../api';
import { countOf } from '../format';
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
export function useMending(importId: string, view: View) {
  const toasts = useToasts();
  const [verdict, setVerdict] = useState('');
  const kept = useKeptRows(view.key, view.filtered);
  const selection = useSelection();
  const last = useLastChange(importId, kept.drop);
  const everywhere = useApplyToAll(importId, last.changed);
  const deletion = useDeleteRows(importId, selection, (change) => {
    kept.drop();
    everywhere.dismiss();
    last.changed(change);
  });
  const saves = useCellSaves(importId, (saved) => {
    kept.keep(saved.after);
    setVerdict(verdictOf(saved));
    const field = FIELD_LABELS[saved.field];
    last.changed({
      done: `${field} of row ${saved.after.position} changed`,
      what: `change of ${field.toLowerCase()} in row ${saved.after.position}`,
    });
    everywhere.look(saved);
  });
  const editedBy = useEditsOfOthers(importId, (rows, name) => {
    const what = `${name}’s change${rows.length === 0 ? '' : ` of ${countOf(rows.length, 'row', 'rows')}`}`;
    last.overtaken({ what, done: what });
  });
  return {
    /** Changes with what can be pressed in the bar. */
    barState: [last.last?.what, everywhere.offer?.rows, selection.selected.length > 0].join(' '),
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
