import { useIsMobile } from '~/ui/rowsAsCards';

import type { ImportRow } from '../api';
import type { Cells } from '../mending/cells';
import { useGrid } from '../mending/useGrid';
import type { Mending } from '../mending/useMending';
import { PreviewCards } from './PreviewCards';
import { PreviewTable } from './PreviewTable';

interface PreviewRowsProps {
  readonly rows: readonly ImportRow[];
  readonly mending: Mending;
  readonly onDelete: (row: ImportRow) => void;
}

export interface ShownRowsProps {
  readonly rows: readonly ImportRow[];
  readonly cells: Cells;
  readonly selection: Mending['selection'];
  /** Who has just edited a row. */
  readonly editedBy: Mending['editedBy'];
  readonly onDelete: (row: ImportRow) => void;
}

/** One page of rows that can be mended: a grid, or cards in a narrow window. */
export function PreviewRows({ rows, mending, onDelete }: PreviewRowsProps) {
  const { saves, selection, last, editedBy, paste, copyRows } = mending;
  const isMobile = useIsMobile();
  const grid = useGrid({
    rows,
    onSave: saves.save,
    onUndo: last.undo,
    onToggleRow: (row) => {
      selection.toggle(row, rows);
    },
    onPasteBlock: paste.ask,
    copyRows: () => copyRows(rows),
  });
  const Rows = isMobile ? PreviewCards : PreviewTable;
  return <Rows rows={rows} cells={{ grid, saves }} selection={selection} editedBy={editedBy} onDelete={onDelete} />;
}
