import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { countOf, formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { usePolledQuery } from '~/realtime/extra';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { AlertIcon, FileIcon, InfoIcon, PauseIcon, PlayIcon, UploadIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Announcer, ProgressPanel } from '~/ui/ProgressPanel';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import {
  type ImportSnapshot,
  type ImportSummary,
  type RecentRow,
  rowsChanged,
  useCancelImportProcessingMutation,
  useGetImportQuery,
  usePauseRunningImportMutation,
  useResumePausedImportMutation,
} from '../api';
import { ColumnsStep } from '../columns/ColumnsStep';
import { ImportStepper, type Standing } from '../components/ImportStepper';
import { PreviewStep } from '../preview/PreviewStep';
import { ResultsStep } from '../results/ResultsStep';
import { createdOf, headingOf, isEnded, keptOf, percentDone, rowsToDo, shareDone, stepOf } from '../states';

const POLL_EVERY = 2_000;
/** Events can be lost: the page polls, slowly, even while they arrive. */
const ASSURE_EVERY = 15_000;

/** Milliseconds until the next request; 0 for none. */
function intervalOf(snapshot: ImportSnapshot | undefined, live: boolean): number {
  if (snapshot === undefined) return 0;
  const { state, invited } = snapshot;
  const settled = isEnded(state) && (state === 'undone' || invited >= createdOf(snapshot));
  if (settled) return 0;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

/** What the rows on screen depend on. In the preview a new version is a change of rows. */
function rowsRevision({ state, validRows, invalidRows, invite, dateOrder, version }: ImportSnapshot): string {
  return `${state} ${validRows} ${invalidRows} ${invite} ${dateOrder ?? ''} ${state === 'ready' ? version : ''}`;
}

/** Refetches the rows on screen when the snapshot shows that they have changed. */
function useFollowingRows(snapshot: ImportSnapshot | undefined): void {
  const dispatch = useAppDispatch();
  const importId = snapshot?.id;
  const revision = snapshot && rowsRevision(snapshot);
  const seen = useRef(revision);

  useEffect(() => {
    if (importId === undefined || seen.current === revision) return;
    const isFirst = seen.current === undefined;
    seen.current = revision;
    if (!isFirst) dispatch(rowsChanged(importId));
  }, [dispatch, importId, revision]);
}

/** One import: fetched, then kept up to date by events and by polling. */
function useImport(importId: string) {
  const { data: snapshot, error, refetch } = usePolledQuery(useGetImportQuery, { importId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useFollowingRows(snapshot);
  return { snapshot, error, retry: () => void refetch() };
}

const icon = { fontSize: 16 } as const;

/** Pauses a running import at its next chunk, and resumes a paused one. It keeps its place and the focus. */
function PauseButton({ snapshot: { id, state } }: { readonly snapshot: ImportSnapshot }) {
  const isPaused = state === 'paused';
  const pause = useAct(usePauseRunningImportMutation(), 'The import could not be paused.');
  const resume = useAct(useResumePausedImportMutation(), 'The import could not be resumed.');
  return (
    <ProgressButton
      variant={isPaused ? 'contained' : 'outlined'}
      size="small"
      busy={pause.busy || resume.busy}
      startIcon={isPaused ? <PlayIcon sx={icon} /> : <PauseIcon sx={icon} />}
      onClick={() => void (isPaused ? resume : pause).act({ importId: id })}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </ProgressButton>
  );
}

const MARKS: Readonly<Partial<Record<RecentRow['status'], Pick<FeedItem, 'tone' | 'mark'>>>> = {
  created: { tone: 'success', mark: 'Created' },
  updated: { tone: 'success', mark: 'Updated' },
  unchanged: { tone: 'neutral', mark: 'Unchanged' },
};

function itemOf({ row, email, status, message }: RecentRow): FeedItem {
  const look = MARKS[status] ?? { tone: 'error', mark: 'Failed' };
  return { ...look, number: `Row ${row}`, name: email === '' ? 'Unknown' : email, outcome: message };
}

interface ProcessingStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Progress of a running or paused import. Nothing moves while the numbers change. */
function ProcessingStep({ snapshot, onCancel }: ProcessingStepProps) {
  const { fileName, mode, state, processed, changed, errorCount, failedCount, ratePerSecond, etaSeconds, recent } = snapshot;
  const isPaused = state === 'paused';
  const invalid = errorCount - failedCount;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isPaused && (
        <Alert severity="warning" role="note" icon={<PauseIcon fontSize="small" />}>
          Nothing is created or changed until an administrator resumes the import.
        </Alert>
      )}
      <ProgressPanel
        share={shareDone(snapshot)}
        label="Rows processed"
        actions={
          <>
            <PauseButton snapshot={snapshot} />
            <Button variant="outlined" size="small" onClick={onCancel}>
              Cancel Import
            </Button>
          </>
        }
        figures={[
          ...(mode === 'update' ? [] : [{ term: 'Created', value: formatCount(createdOf(snapshot)), tone: 'success' } as const]),
          ...(mode === 'create' ? [] : [{ term: 'Updated', value: formatCount(changed), tone: 'success' } as const]),
          {
            term: 'Failed',
            value: formatCount(errorCount),
            tone: 'error',
            ...(invalid > 0 && { note: `${formatCount(invalid)} invalid in the file` }),
          },
          { term: 'Rows per second', value: formatRate(isPaused ? null : ratePerSecond) },
          { term: 'Time left', value: formatTimeLeft(isPaused ? null : etaSeconds) },
        ]}
      >
        {formatCount(processed)} of {formatCount(rowsToDo(snapshot))} rows of{' '}
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Box>
      </ProgressPanel>
      <LiveFeed title="Latest rows" isNumbered items={recent.map(itemOf)} />
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {isPaused
          ? 'You can leave this page or close the browser: this address shows the import, for every administrator of your company.'
          : 'You can leave this page or close the browser: the import continues, and this address shows it.'}
      </Typography>
    </Box>
  );
}

interface PhaseProps {
  readonly title: string;
  readonly label: string;
  readonly done: number;
  readonly all: number;
  readonly share: number;
  readonly note: string;
  readonly children?: ReactNode;
}

/** Progress of what cannot be paused: checking the file, and undoing the import. */
function Phase({ title, label, done, all, share, note, children }: PhaseProps) {
  return (
    <Panel title={title}>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="body2">{label}</Typography>
          <Typography variant="body2">
            {formatCount(done)} of {formatCount(all)}
          </Typography>
        </Box>
        <LinearProgress variant="determinate" value={share * 100} aria-label={label} sx={{ height: 8 }} />
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 560 }}>
          {note}
        </Typography>
        {children}
      </Box>
    </Panel>
  );
}

/** Progress of undoing an import. */
function UndoingStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { undone, successCount, unchanged } = snapshot;
  return (
    <Phase
      title="Undoing the import"
      label="Rows undone"
      done={undone}
      all={successCount - unchanged}
      share={shareDone(snapshot)}
      note="Accounts with a login or a change since the import stay as they are. You can leave this page or close the browser: this continues."
    />
  );
}

/** The result of a stopped or undone import. */
function explain(snapshot: ImportSnapshot): string {
  const { state, reason, successCount, changed, unchanged, undone } = snapshot;
  const written = successCount - unchanged;
  if (state === 'failed') return reason ?? 'Upload failed. Please try again.';
  if (state === 'undone') {
    const kept = keptOf(snapshot);
    return `${countOf(undone, 'row was', 'rows were')} undone.${kept === 0 ? '' : ` ${countOf(kept, 'row was left as it is', 'rows were left as they are')}.`}`;
  }
  if (written === 0) return 'No user was created from this file.';
  const done = changed > 0 ? 'created or updated' : 'created';
  return `${countOf(written, 'user was', 'users were')} ${done} before that and will stay. Remaining rows were not imported.`;
}

/** A cancelled, failed or undone import: the reason, what was created and, once started, the outcome of each row. */
function EndedStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const failed = snapshot.state === 'failed';
  const Icon = failed ? AlertIcon : InfoIcon;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={failed ? 'error' : 'info'} role="note" icon={<Icon fontSize="small" />}>
        {explain(snapshot)}
      </Alert>
      {snapshot.startedAt !== null && <ResultsStep snapshot={snapshot} />}
    </Box>
  );
}

interface CancelDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an import is stopped, naming its file. */
function CancelDialog({ snapshot, open, onClose }: CancelDialogProps) {
  const { id, fileName, invite, inviteAt, startedAt } = snapshot;
  const { act, busy } = useAct(useCancelImportProcessingMutation(), 'The import could not be cancelled.');
  return (
    <ConfirmDialog
      open={open}
      title="Cancel this import?"
      confirmLabel="Cancel Import"
      dismissLabel="Keep Going"
      destructive
      busy={busy}
      onConfirm={() => void act({ importId: id }).then(onClose)}
      onClose={onClose}
    >
      <strong>{fileName}</strong> will stop
      {startedAt === null
        ? '. No user has been created from it.'
        : ` within a moment. Users who have been created stay${invite ? ' and are invited' : ''}.${inviteAt === null ? '' : ' The planned invitations are not sent.'}`}
    </ConfirmDialog>
  );
}

interface ValidatingStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Progress of the server's check of the file. */
function ValidatingStep({ snapshot, onCancel }: ValidatingStepProps) {
  const { checkedRows, totalRows } = snapshot;
  return (
    <Phase
      title="Checking every row"
      label="Rows checked"
      done={checkedRows}
      all={totalRows}
      share={shareDone(snapshot)}
      note="Emails and phones are compared with each other and with the accounts that exist. No account is created before you have seen the result."
    >
      <Button variant="outlined" onClick={onCancel} sx={{ mt: 3 }}>
        Cancel
      </Button>
    </Phase>
  );
}

const created = (count: number) => countOf(count, 'user created', 'users created');

/** The announcement of this state; the same words until the next quarter or the end. */
function announcementOf(snapshot: ImportSummary): string {
  const { state, validRows, invalidRows, changed, errorCount, undone } = snapshot;
  const quarter = Math.floor(percentDone(snapshot) / 25) * 25;
  switch (state) {
    case 'mapping':
      return 'The columns of the file are to be chosen.';
    case 'validating':
      return 'Checking the file.';
    case 'ready':
      return `The file has been checked: ${countOf(validRows, 'valid row', 'valid rows')}, ${countOf(invalidRows, 'invalid row', 'invalid rows')}.`;
    case 'processing':
      return quarter === 0 ? 'Processing users.' : `${quarter} percent done.`;
    case 'paused':
      return 'The import is paused.';
    case 'completed':
      return `Upload complete: ${created(createdOf(snapshot))}, ${changed > 0 ? `${changed} updated, ` : ''}${errorCount} failed.`;
    case 'cancelled':
      return `The import was cancelled: ${created(createdOf(snapshot))}.`;
    case 'failed':
      return 'The import has failed.';
    case 'undoing':
      return quarter === 0 ? 'Undoing the import.' : `${quarter} percent undone.`;
    case 'undone':
      return `The import was undone: ${countOf(undone, 'row', 'rows')}.`;
  }
}

const standings: Readonly<Partial<Record<ImportSnapshot['state'], Standing>>> = {
  paused: 'paused',
  completed: 'done',
  cancelled: 'stopped',
  failed: 'stopped',
  undone: 'done',
};

/** Above the rows of a preview: the way back and the steps stand in one line where there is room. */
const denseTop = {
  display: { md: 'grid' },
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  '& > div': { gridRow: { md: 2 }, gridColumn: { md: '1 / -1' } },
  '& > a': { justifySelf: 'start', mb: { xs: 0, md: 1 } },
  '& > ol': { mb: { xs: 1.5, md: 1 } },
} as const;

/** Whether the columns of a checked file are being changed; kept in the URL, and over with the preview. */
function useChangingColumns(state: string) {
  const [params, setParams] = useSearchParams();
  const asked = params.has('columns');
  const changing = asked && state === 'ready';
  const set = (on: boolean) => {
    const next = new URLSearchParams(on ? { columns: '' } : undefined);
    setParams(next, { replace: !on });
  };
  const stop = useEffectEvent(() => set(false));
  useEffect(() => {
    if (asked && state !== 'ready') stop();
  }, [asked, state]);
  return { changing, set };
}

function ImportView({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state } = snapshot;
  const [cancelling, setCancelling] = useState(false);
  const columns = useChangingColumns(state);
  const top = useFocusOnChange(columns.changing ? 'columns' : state);
  const isPreview = state === 'ready' && !columns.changing;
  const askToCancel = () => setCancelling(true);

  return (
    <PageShell dense={isPreview}>
      <Box sx={isPreview ? denseTop : undefined}>
        <BackLink to="/dashboard/users" />
        <Box ref={top} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PageHeader
            dense={isPreview}
            {...headingOf(columns.changing ? { ...snapshot, state: 'mapping' } : snapshot)}
            actions={
              isEnded(state) && (
                <Button component={Link} to="/dashboard/users/imports/new" variant="contained" startIcon={<UploadIcon fontSize="small" />}>
                  Upload Another File
                </Button>
              )
            }
          />
        </Box>
        <ImportStepper current={stepOf(snapshot)} standing={standings[state] ?? 'underway'} />
      </Box>
      <Announcer>{announcementOf(snapshot)}</Announcer>
      {state === 'mapping' && <ColumnsStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'validating' && <ValidatingStep snapshot={snapshot} onCancel={askToCancel} />}
      {columns.changing && <ColumnsStep snapshot={snapshot} onCancel={() => columns.set(false)} />}
      {isPreview && <PreviewStep snapshot={snapshot} onChangeColumns={() => columns.set(true)} />}
      {(state === 'processing' || state === 'paused') && <ProcessingStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'completed' && <ResultsStep snapshot={snapshot} />}
      {(state === 'cancelled' || state === 'failed' || state === 'undone') && <EndedStep snapshot={snapshot} />}
      {state === 'undoing' && <UndoingStep snapshot={snapshot} />}
      <CancelDialog snapshot={snapshot} open={cancelling && !isEnded(state)} onClose={() => setCancelling(false)} />
    </PageShell>
  );
}

/** One import, from the check of its file to its results. */
export function ImportPage() {
  const { importId = '' } = useParams();
  const { snapshot, error, retry } = useImport(importId);
  if (snapshot?.id === importId) return <ImportView key={importId} snapshot={snapshot} />;
  if (error === undefined) return <PageSkeleton title="Import" />;
  const list = { to: '/dashboard/users', label: 'See all imports' };
  return <PageProblem error={error} onRetry={retry} title="Import" list={list} icon={<FileIcon fontSize="small" />} permission="user.create" />;
}
