import { Alert, Box, Button, Link, Paper, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { serverNow } from '~/lib/clock';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { InfoIcon } from '~/ui/icons';
import { useAct } from '~/ui/toasts/useAct';
import { useToasts } from '~/ui/toasts/slice';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { type EarlierImport, type ImportRow, type ImportSnapshot, useDeleteImportRowMutation } from '../api';
import { PagedRows, rowsArgument } from '../components/PagedRows';
import { labelOfField } from '../mending/fields';
import { DeleteRowsDialog, LostText, MendingBar, PasteDialog } from '../mending/MendingBar';
import { type Mending, useMending } from '../mending/useMending';
import { type Cause, useCause } from '../mending/ValueMap';
import { inMode, MODES } from '../states';
import { AboutFile } from './AboutFile';
import { DateOrderQuestion } from './DateOrder';
import { ModeChoice } from './ModeChoice';
import { FILTERS, PreviewFilters, shownFilter, shownMode } from './PreviewFilters';
import { PreviewRows } from './PreviewRows';
import { StartImport } from './StartImport';

/** The batches that the start of the import makes. */
export function NewBatches({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert severity="info" role="note" icon={<InfoIcon fontSize="small" />} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {names.length === 1 ? 'A new batch is made: ' : `${names.length} new batches are made: `}
      <strong>{names.join(', ')}</strong>
    </Alert>
  );
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const daysOfYears = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** "3 July", with the year where it is not this one. */
function dayOf(moment: string): string {
  const date = new Date(moment);
  return (date.getFullYear() === new Date(serverNow()).getFullYear() ? days : daysOfYears).format(date);
}

/** Links to the import that had the same content. */
export function SameFileNote({ sameAs }: { readonly sameAs: EarlierImport | null }) {
  if (sameAs === null) return null;
  const { id, createdAt, fileName, uploadedBy } = sameAs;
  return (
    <Alert severity="warning" role="note" icon={<InfoIcon fontSize="small" />} sx={{ mb: 2 }}>
      The same file was imported on {dayOf(createdAt)}
      {uploadedBy !== null && ` by ${uploadedBy.fullName}`}:{' '}
      <Link component={RouterLink} to={`/dashboard/users/imports/${id}`} sx={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Link>
    </Alert>
  );
}

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
  readonly onChangeColumns: () => void;
}

/** Deletes one invalid row. */
function useDeleteRow(importId: string, { last, dropRow }: Mending, onDeleted: () => void) {
  const { act } = useAct(useDeleteImportRowMutation(), 'The row could not be deleted.');
  const toasts = useToasts();
  return async (row: ImportRow) => {
    last.mute(true);
    if ((await act({ importId, row: row.row })) === undefined) {
      last.mute(false);
      return;
    }
    dropRow(row);
    onDeleted();
    toasts.success('Invalid row deleted successfully');
  };
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
    chooseMode: (chosen: typeof mode) => list.change({ mode: chosen === snapshot.mode ? null : chosen, status: null }),
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

/** The cause whose rows are shown, and the way back to all. */
function ShownCause({ cause: { field, message }, onShowAll }: { readonly cause: Cause; readonly onShowAll: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, px: { xs: 2, sm: 2.5 }, py: 0.5, borderBottom: 1, borderColor: 'divider', bgcolor: 'soft.accent', fontSize: '0.8125rem' }}>
      <span>
        Rows with this problem{field !== 'row' && ` in ${labelOfField(field).toLowerCase()}`}: <strong>{message}</strong>
      </span>
      <Button size="small" variant="text" onClick={onShowAll}>
        Show all rows
      </Button>
    </Box>
  );
}

const caption =
  'Row 1 is the first row below the header; its line is the one in your spreadsheet. The password is made when the invitation goes out, and is not shown here. Every other cell can be edited.';

interface NoRowsProps {
  readonly status: (typeof FILTERS)[number] | null;
  readonly cause: Cause | null;
  readonly onShowAll: () => void;
}

/** Says why no row is shown, and leads back to all of them. */
function NoRows({ status, cause, onShowAll }: NoRowsProps) {
  const isFiltered = status !== null || cause !== null;
  return (
    <EmptyState
      title={cause === null ? 'No rows to show' : 'All of these are mended'}
      action={
        isFiltered && (
          <Button variant="outlined" onClick={onShowAll}>
            Show all rows
          </Button>
        )
      }
    >
      {nothing[cause === null ? (status ?? 'all') : 'cause']}
    </EmptyState>
  );
}

/** The checked rows of the file, which can be mended, and the buttons that start the import or choose another file. */
export function PreviewStep({ snapshot, onChangeColumns }: PreviewStepProps) {
  const { id, sameAs, lastChange, newBatches } = snapshot;
  const list = useView(snapshot);
  const { view, status, mode, chooseMode, cause, chooseCause, chooseStatus, key, filtered } = list;
  const mending = useMending(id, lastChange, { key, filtered, list: rowsArgument({ importId: id, filter: status, cause, mode }, view.page) });
  const rowsRef = useFocusOnChange(mending.barState);
  const remove = useDeleteRow(id, mending, () => {
    // The button was removed with the row: focus moves to the list.
    rowsRef.current?.focus({ preventScroll: true });
  });
  const showAll = () => {
    chooseCause(null);
    // The button was removed with the filter.
    rowsRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <DateOrderQuestion snapshot={snapshot} />
      <SameFileNote sameAs={sameAs} />
      <NewBatches names={newBatches} />
      <ModeChoice snapshot={snapshot} mode={mode} onChoose={chooseMode} />
      <Paper variant="outlined" component="section" aria-label="Preview of the file" sx={{ overflow: 'hidden' }}>
        <PreviewFilters snapshot={snapshot} mode={mode} chosen={cause === null ? status : undefined} onChoose={chooseStatus} />
        <AboutFile snapshot={snapshot} mode={mode} cause={cause} onCause={chooseCause} onChangeColumns={onChangeColumns} />
        {cause !== null && <ShownCause cause={cause} onShowAll={showAll} />}
        <Box ref={rowsRef} tabIndex={-1} role="region" aria-label="Rows" sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PagedRows
            importId={id}
            filter={status}
            cause={cause}
            mode={mode}
            list={list}
            rowHeight={57}
            arrange={mending.kept.arrange}
            empty={<NoRows status={status} cause={cause} onShowAll={showAll} />}
          >
            {(rows) => <PreviewRows rows={rows.map((row) => inMode(row, mode))} mending={mending} onDelete={(row) => void remove(row)} />}
          </PagedRows>
        </Box>
        <Typography variant="caption" component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
          {caption}
        </Typography>
      </Paper>
      <div role="status" className="visually-hidden">
        {mending.verdict}
      </div>
      <StartImport snapshot={snapshot} mode={mode} last={mending.last}>
        <LostText saves={mending.saves} filtered={filtered} />
        <MendingBar mending={mending} />
      </StartImport>
      <PasteDialog paste={mending.paste} />
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
