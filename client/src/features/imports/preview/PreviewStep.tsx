import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';

import { messageOf } from '~/api/problem';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { ColumnsIcon } from '~/ui/icons';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportRow, type ImportSnapshot, useDeleteImportRowMutation } from '../api';
import { PagedRows } from '../components/PagedRows';
import { Causes } from '../mending/Causes';
import { DeleteRowsDialog } from '../mending/DeleteRowsDialog';
import { LostText } from '../mending/LostText';
import { MendingBar } from '../mending/MendingBar';
import { type Cause, useCause } from '../mending/useCause';
import { type Mending, useMending } from '../mending/useMending';
import { accountRows, inMode, MODES } from '../modes';
import { DateOrderNote, DateOrderQuestion } from './DateOrder';
import { ModeChoice } from './ModeChoice';
import { FILTERS, PreviewFilters, shownFilter, shownMode } from './PreviewFilters';
import { PreviewNotes } from './PreviewNotes';
import { PreviewRows } from './PreviewRows';
import { SameFileNote } from './SameFileNote';
import { StartBar } from './StartBar';

const nothing = {
  all: 'Every row of this file was deleted.',
  cause: 'No row is refused for this reason any more.',
  valid: 'No row of this file can be uploaded as it is. Correct the file and choose it again.',
  warning: 'No warnings.',
  invalid: 'Every row can be uploaded.',
  new: 'All people of this file have an account already.',
  changed: 'No account would change.',
  unchanged: 'No row says what its account says already.',
  refused: 'Every row can be uploaded.',
} as const;

interface PreviewStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onChooseDifferent: () => void;
  readonly onChangeColumns: () => void;
}

/** Deletes one invalid row. */
function useDeleteRow(importId: string, { last, dropRow }: Mending, onDeleted: () => void) {
  const [send] = useDeleteImportRowMutation();
  const toasts = useToasts();
  const remove = async (row: ImportRow) => {
    last.mute(true);
    const { error } = await send({ importId, row: row.row });
    if (error !== undefined) {
      last.mute(false);
      toasts.error(messageOf(error, 'The row could not be deleted.'));
      return;
    }
    dropRow(row);
    onDeleted();
    toasts.success('Invalid row deleted successfully');
  };
  return (row: ImportRow) => void remove(row);
}

/** Which rows are shown: those of a count or those of a cause. */
function useView(snapshot: ImportSnapshot) {
  const list = useListParams({ status: FILTERS, mode: MODES });
  const { cause, choose } = useCause();
  const { page } = list.view;
  const mode = shownMode(snapshot, list.view.mode);
  const status = shownFilter(snapshot, mode, list.view.status);
  return {
    ...list,
    status,
    mode,
    chooseMode: (chosen: typeof mode) => {
      list.change({ mode: chosen === snapshot.mode ? null : chosen, status: null });
    },
    cause,
    chooseCause: choose,
    chooseStatus: (chosen: typeof status) => {
      if (cause === null) list.change({ status: chosen });
      else choose(null, chosen);
    },
    key: [status, cause?.field, cause?.message, page].join(' '),
    filtered: status !== null || cause !== null,
  };
}

/** What a press has removed had the focus: it moves to the rows. */
function useFocusOnRows(state: string) {
  const rows = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (document.activeElement === document.body) rows.current?.focus({ preventScroll: true });
  }, [state]);
  return rows;
}

function Caption({ onChangeColumns }: Pick<PreviewStepProps, 'onChangeColumns'>) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        px: { xs: 2, sm: 2.5 },
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="caption" component="p" sx={{ flex: '1 1 320px', m: 0, color: 'text.secondary' }}>
        Row 1 is the first row below the header; its line is the one in your spreadsheet. The password is made when the invitation goes out, and is not shown here. Every other cell can be edited.
      </Typography>
      <Button size="small" variant="outlined" startIcon={<ColumnsIcon sx={{ fontSize: 16 }} />} onClick={onChangeColumns}>
        Change columns
      </Button>
    </Box>
  );
}

function emptySentence(status: (typeof FILTERS)[number] | null, cause: Cause | null): string {
  return nothing[cause === null ? (status ?? 'all') : 'cause'];
}

/** The checked rows of the file, which can be mended, and the buttons that start the import or choose another file. */
export function PreviewStep({ snapshot, onChooseDifferent, onChangeColumns }: PreviewStepProps) {
  const { id, sameAs, lastChange } = snapshot;
  const { view, status, mode, chooseMode, cause, chooseCause, chooseStatus, key, filtered, setPage, correctPage } = useView(snapshot);
  const mending = useMending(id, lastChange, { key, filtered });
  const rowsRef = useFocusOnRows(mending.barState);
  const remove = useDeleteRow(id, mending, () => {
    // The button was removed with the row: focus moves to the list.
    rowsRef.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <DateOrderQuestion snapshot={snapshot} />
      <DateOrderNote snapshot={snapshot} />
      <PreviewNotes snapshot={snapshot} />
      <SameFileNote sameAs={sameAs} />
      <ModeChoice snapshot={snapshot} mode={mode} onChoose={chooseMode} />
      <Causes importId={id} mode={mode} known={accountRows(snapshot)} chosen={cause} onChoose={chooseCause} />
      <Paper variant="outlined" component="section" aria-label="Preview of the file" sx={{ overflow: 'hidden' }}>
        <PreviewFilters snapshot={snapshot} mode={mode} chosen={cause === null ? status : undefined} onChoose={chooseStatus} />
        <Caption onChangeColumns={onChangeColumns} />
        <Box ref={rowsRef} tabIndex={-1} role="region" aria-label="Rows" sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PagedRows
            importId={id}
            filter={status}
            cause={cause}
            page={view.page}
            onPage={setPage}
            onCorrectPage={correctPage}
            rowHeight={64}
            arrange={mending.kept.arrange}
            empty={<EmptyState title="No rows to show">{emptySentence(status, cause)}</EmptyState>}
          >
            {(rows) => <PreviewRows rows={rows.map((row) => inMode(row, mode))} mending={mending} onDelete={remove} />}
          </PagedRows>
        </Box>
      </Paper>
      <div role="status" className="visually-hidden">
        {mending.verdict}
      </div>
      <StartBar snapshot={snapshot} mode={mode} onChooseDifferent={onChooseDifferent}>
        <LostText saves={mending.saves} filtered={filtered} />
        <MendingBar mending={mending} />
      </StartBar>
      <DeleteRowsDialog
        deletion={mending.deletion}
        onClosed={() => {
          // Its button was removed with the selection.
          if (document.activeElement === document.body) rowsRef.current?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}
