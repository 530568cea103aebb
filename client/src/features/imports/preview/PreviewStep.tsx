import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';

import { serverNow } from '~/lib/clock';
import { dayAndMonth, dayOfMoment } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { texts } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { InfoIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { Caption, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { isOwnField } from '~/lib/ownNames';

import { type EarlierImport, FIELD_LABELS, type ImportMode, type ImportRow, importsApi, type ImportSnapshot, labelOfField, PAGE_SIZE } from '../api';
import { ChangedPeople } from '../components/ChangedPeople';
import { PagedRows } from '../components/PagedRows';
import { DeleteRowsDialog, LostText, MendingBar, PasteDialog } from '../mending/MendingBar';
import { useMending } from '../mending/useMending';
import { inMode, MODES } from '../states';
import { AboutFile, type Cause, useWrongs } from './AboutFile';
import { DateOrderQuestion, FileQuestions } from './FileQuestions';
import { FILTERS, ModeChoice, type PreviewFilter, PreviewFilters, shownFilter, shownMode } from './PreviewFilters';
import { PreviewRows } from './PreviewRows';
import { StartImport } from './StartImport';
import { useWholeList, WholeList } from './WholeList';

function NewBatches({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {plural(names.length, { one: 'A new batch is made:', other: '# new batches are made:' })}{' '}
      <strong>{names.join(', ')}</strong>
    </Notice>
  );
}

/** "3 July", with the year where it is not this one. */
function dayOf(moment: string): string {
  const day = dayOfMoment(new Date(moment));
  const year = day.slice(0, 4);
  return `${dayAndMonth(day)}${dayOfMoment(new Date(serverNow())).startsWith(year) ? '' : ` ${year}`}`;
}

function SameFileNote({ sameAs }: { readonly sameAs: EarlierImport | null }) {
  if (sameAs === null) return null;
  const { id, createdAt, fileName, uploadedBy } = sameAs;
  const day = dayOf(createdAt);
  return (
    <Notice severity="warning" icon={<InfoIcon fontSize="small" />} sx={{ mb: 2 }}>
      {uploadedBy === null ? t`The same file was imported on ${day}:` : t`The same file was imported on ${day} by ${{ fullName: uploadedBy.fullName }}:`}{' '}
      <TextLink to={`/dashboard/users/imports/${id}`} sx={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </TextLink>
    </Notice>
  );
}

const nothing = texts({
  all: msg`Every row of this file was deleted.`,
  cause: msg`No row is refused for this reason any more.`,
  valid: msg`No row of this file can be uploaded as it is. Correct the file and choose it again.`,
  warning: msg`No warnings.`,
  invalid: msg`Every row can be uploaded.`,
  new: msg`All people of this file have an account already.`,
  changed: msg`No account would change.`,
  unchanged: msg`No row says what its account says already.`,
  refused: msg`Every row can be uploaded.`,
});

/** Which rows are shown, as the address says: those of a count or those of a cause. */
function useView(snapshot: ImportSnapshot) {
  const list = useListParams({ status: FILTERS, mode: MODES, field: (name) => isOwnField(name) || name in FIELD_LABELS || name === 'row', problem: () => true });
  const { field, problem, page } = list.view;
  const cause: Cause | null = field === null || problem === null ? null : { field, message: problem };
  const mode = shownMode(snapshot, list.view.mode);
  const status = shownFilter(snapshot, mode, list.view.status);
  return {
    ...list,
    status,
    mode,
    cause,
    chooseMode: (chosen: ImportMode) => list.change({ mode: chosen === snapshot.mode ? null : chosen, status: null }),
    chooseStatus: (chosen: PreviewFilter | null) => list.change({ status: chosen, field: null, problem: null }),
    chooseCause: (chosen: Cause | null) => list.change({ status: null, field: chosen?.field ?? null, problem: chosen?.message ?? null }),
    rows: { importId: snapshot.id, status, ...(cause !== null && { field: cause.field, problem: cause.message, mode }) },
    key: [status, field, problem, page].join(' '),
    filtered: status !== null || cause !== null,
  };
}

function ShownCause({ cause: { field, message }, onShowAll }: { readonly cause: Cause; readonly onShowAll: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, px: { xs: 2, sm: 2.5 }, py: 0.5, borderBottom: 1, borderColor: 'divider', bgcolor: 'soft.accent', fontSize: '0.8125rem' }}>
      <span>
        {field === 'row' ? t`Rows with this problem:` : t`Rows with this problem in ${{ field: labelOfField(field).toLowerCase() }}:`} <strong>{translated(message)}</strong>
      </span>
      <Button size="small" variant="text" onClick={onShowAll}>
        {t`Show all rows`}
      </Button>
    </Box>
  );
}

const CAPTION =
  msg`Row 1 is the first row below the header; its line is the one in your spreadsheet. The password is made when the invitation goes out, and is not shown here. Every other cell can be edited.`;

function NoRows({ view: { status, cause, filtered }, onShowAll }: { readonly view: ReturnType<typeof useView>; readonly onShowAll: () => void }) {
  return (
    <EmptyState
      title={cause === null ? t`No rows to show` : t`All of these are mended`}
      way={filtered && { label: t`Show all rows`, to: onShowAll }}
    >
      {nothing[cause === null ? (status ?? 'all') : 'cause']}
    </EmptyState>
  );
}

export function PreviewStep({ snapshot, onChangeColumns }: { readonly snapshot: ImportSnapshot; readonly onChangeColumns: () => void }) {
  const { id, sameAs, lastChange, newBatches } = snapshot;
  const view = useView(snapshot);
  const { status, mode, cause, filtered, chooseCause } = view;
  const mending = useMending(id, lastChange, { key: view.key, filtered, list: { ...view.rows, page: view.view.page, pageSize: PAGE_SIZE } });
  const wrongs = useWrongs({ snapshot, mode, cause, onCause: chooseCause });
  const wholeList = useWholeList(id, mode);
  const rowsRef = useFocusOnChange(mending.barState);
  // For a button that was removed by its own press.
  const focusRows = () => rowsRef.current?.focus({ preventScroll: true });
  const { act: deleteRow } = useAct(importsApi.useDeleteImportRowMutation(), t`The row could not be deleted.`, t`Invalid row deleted successfully`);
  const remove = async (row: ImportRow) => {
    mending.last.mute(true);
    if ((await deleteRow({ importId: id, row: row.row })) === undefined) {
      mending.last.mute(false);
      return;
    }
    mending.dropRow(row);
    focusRows();
  };
  const showAll = () => {
    chooseCause(null);
    focusRows();
  };
  return (
    <>
      {snapshot.questions.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <FileQuestions snapshot={snapshot} />
        </Box>
      )}
      <DateOrderQuestion snapshot={snapshot} />
      <SameFileNote sameAs={sameAs} />
      <NewBatches names={newBatches} />
      <ModeChoice snapshot={snapshot} mode={mode} onChoose={view.chooseMode} />
      {mode !== 'create' && <ChangedPeople snapshot={snapshot} />}
      <WholeList importId={id} mode={mode} list={wholeList} />
      <Paper variant="outlined" component="section" aria-label={t`Preview of the file`} sx={{ overflow: 'hidden' }}>
        <PreviewFilters snapshot={snapshot} mode={mode} chosen={cause === null ? status : undefined} onChoose={view.chooseStatus} />
        <AboutFile snapshot={snapshot} wrongs={wrongs} cause={cause} onCause={chooseCause} onChangeColumns={onChangeColumns} />
        {cause !== null && <ShownCause cause={cause} onShowAll={showAll} />}
        <Box ref={rowsRef} tabIndex={-1} role="region" aria-label={t`Rows`} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PagedRows rows={view.rows} waits={wrongs.isLoading} list={view} rowHeight={49} arrange={mending.kept.arrange} empty={<NoRows view={view} onShowAll={showAll} />}>
            {(rows) => <PreviewRows rows={rows.map((row) => inMode(row, mode))} columns={snapshot.columns} updates={mode === 'update'} spellings={wrongs.spellings} mending={mending} onDelete={(row) => void remove(row)} />}
          </PagedRows>
        </Box>
        <Caption component="p" sx={{ px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
          {t(CAPTION)}
        </Caption>
      </Paper>
      <div role="status" className="visually-hidden">
        {mending.verdict}
      </div>
      <StartImport snapshot={snapshot} mode={mode} sync={wholeList.sync} last={mending.last}>
        <LostText saves={mending.saves} filtered={filtered} />
        <MendingBar mending={mending} />
      </StartImport>
      <PasteDialog paste={mending.paste} />
      <DeleteRowsDialog
        deletion={mending.deletion}
        onClosed={() => {
          // Its button was removed with the selection.
          if (document.activeElement === document.body) focusRows();
        }}
      />
    </>
  );
}
