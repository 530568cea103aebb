import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { useOnChange } from '~/lib/useOnChange';
import { usePolledQuery } from '~/realtime/extra';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { FileIcon, PauseIcon, PlayIcon, UploadIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { Notice } from '~/ui/Notice';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { padding, Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { ProgressPanel, WorkerNotice } from '~/ui/ProgressPanel';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { importsApi, type ImportSnapshot, type RecentRow, rowsChanged } from '../api';
import { ColumnsStep } from '../columns/ColumnsStep';
import { ImportStepper } from '../components/ImportStepper';
import { PreviewStep } from '../preview/PreviewStep';
import { EndedStep, ResultsStep } from '../results/ResultsStep';
import { announcementOf, createdOf, headingOf, isEnded, progressOf, rowsToDo, shareDone } from '../states';

interface StepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

const icon = { fontSize: 16 } as const;

/** Pauses a running import at its next chunk, and resumes a paused one. It keeps its place and the focus. */
function PauseButton({ snapshot: { id, state } }: { readonly snapshot: ImportSnapshot }) {
  const isPaused = state === 'paused';
  const pause = useAct(importsApi.usePauseRunningImportMutation(), t`The import could not be paused.`);
  const resume = useAct(importsApi.useResumePausedImportMutation(), t`The import could not be resumed.`);
  return (
    <ProgressButton
      variant={isPaused ? 'contained' : 'outlined'}
      size="small"
      busy={pause.busy || resume.busy}
      startIcon={isPaused ? <PlayIcon sx={icon} /> : <PauseIcon sx={icon} />}
      onClick={() => void (isPaused ? resume : pause).act({ importId: id })}
    >
      {isPaused ? t`Resume` : t`Pause`}
    </ProgressButton>
  );
}

const MARKS: Readonly<Partial<Record<RecentRow['status'], readonly [FeedItem['tone'], MessageDescriptor]>>> = {
  created: ['success', msg`Created`],
  updated: ['success', msg`Updated`],
  unchanged: ['neutral', msg`Unchanged`],
};
const FAILED = ['error', msg`Failed`] as const;

function itemOf({ row, email, status, message }: RecentRow): FeedItem {
  const [tone, mark] = MARKS[status] ?? FAILED;
  return { tone, mark: t(mark), number: t`Row ${row}`, name: email === '' ? t`Unknown` : email, outcome: translated(message) };
}

function ProcessingStep({ snapshot, onCancel }: StepProps) {
  const { fileName, mode, state, processed, changed, errorCount, failedCount, ratePerSecond, etaSeconds, recent } = snapshot;
  const isPaused = state === 'paused';
  const isStill = isPaused || snapshot.isWorkerAway === true;
  const invalid = errorCount - failedCount;
  const done = formatCount(processed);
  const all = formatCount(rowsToDo(snapshot));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isPaused && (
        <Notice severity="warning" icon={<PauseIcon fontSize="small" />}>
          {t`Nothing is created or changed until an administrator resumes the import.`}
        </Notice>
      )}
      <ProgressPanel
        share={shareDone(snapshot)}
        label={t`Rows processed`}
        actions={
          <>
            <PauseButton snapshot={snapshot} />
            <Button variant="outlined" size="small" onClick={onCancel}>
              {t`Cancel Import`}
            </Button>
          </>
        }
        figures={[
          ...(mode === 'update' ? [] : [{ term: t`Created`, value: formatCount(createdOf(snapshot)), tone: 'success' } as const]),
          ...(mode === 'create' ? [] : [{ term: t`Updated`, value: formatCount(changed), tone: 'success' } as const]),
          {
            term: t`Failed`,
            value: formatCount(errorCount),
            tone: 'error',
            ...(invalid > 0 && { note: t`${{ invalid: formatCount(invalid) }} invalid in the file` }),
          },
          { term: t`Rows per second`, value: formatRate(isStill ? null : ratePerSecond) },
          { term: t`Time left`, value: formatTimeLeft(isStill ? null : etaSeconds) },
        ]}
      >
        <Trans>
          {done} of {all} rows of{' '}
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Box>
        </Trans>
      </ProgressPanel>
      <LiveFeed title={t`Latest rows`} isNumbered items={recent.map(itemOf)} />
      <Caption component="p">
        {isPaused
          ? t`You can leave this page or close the browser: this address shows the import, for every administrator of your company.`
          : t`You can leave this page or close the browser: the import continues, and this address shows it.`}
      </Caption>
    </Box>
  );
}

const phases = {
  validating: {
    title: msg`Checking every row`,
    label: msg`Rows checked`,
    note: msg`Emails and phones are compared with each other and with the accounts that exist. No account is created before you have seen the result.`,
  },
  undoing: {
    title: msg`Undoing the import`,
    label: msg`Rows undone`,
    note: msg`Accounts with a login or a change since the import stay as they are. You can leave this page or close the browser: this continues.`,
  },
} as const;

/** Progress of what cannot be paused: the server's check of the file, and undoing the import. */
function PhaseStep({ snapshot, phase, onCancel }: StepProps & { readonly phase: keyof typeof phases }) {
  const { title, label, note } = phases[phase];
  const [done, all] = progressOf(snapshot);
  return (
    <Panel title={t(title)}>
      <Box sx={{ ...padding, py: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="body2">{t(label)}</Typography>
          <Typography variant="body2">
            {t`${{ done: formatCount(done) }} of ${{ all: formatCount(all) }}`}
          </Typography>
        </Box>
        <LinearProgress variant="determinate" value={shareDone(snapshot) * 100} aria-label={t(label)} sx={{ height: 8 }} />
        <Note sx={{ mt: 2, maxWidth: 560 }}>{t(note)}</Note>
        {phase === 'validating' && (
          <Button variant="outlined" onClick={onCancel} sx={{ mt: 3 }}>
            {t`Cancel`}
          </Button>
        )}
      </Box>
    </Panel>
  );
}

interface CancelDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly open: boolean;
  readonly onClose: () => void;
}

function CancelDialog({ snapshot, open, onClose }: CancelDialogProps) {
  const { id, fileName, invite, inviteAt, startedAt } = snapshot;
  const { act, busy } = useAct(importsApi.useCancelImportProcessingMutation(), t`The import could not be cancelled.`);
  return (
    <ConfirmDialog
      open={open}
      title={t`Cancel this import?`}
      confirmLabel={t`Cancel Import`}
      dismissLabel={t`Keep Going`}
      destructive
      busy={busy}
      onConfirm={() => void act({ importId: id }).then(onClose)}
      onClose={onClose}
    >
      {startedAt === null ? (
        <Trans>
          <strong>{fileName}</strong> will stop. No account has been created from it.
        </Trans>
      ) : (
        <>
          <Trans>
            <strong>{fileName}</strong> will stop within a moment.
          </Trans>{' '}
          {invite ? t`People who have been created stay and are invited.` : t`People who have been created stay.`}
          {inviteAt !== null && ` ${t`The planned invitations are not sent.`}`}
        </>
      )}
    </ConfirmDialog>
  );
}

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

function useImport(importId: string) {
  const dispatch = useAppDispatch();
  const { data: snapshot, error, refetch } = usePolledQuery(importsApi.useGetImportQuery, { importId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useOnChange(snapshot && rowsRevision(snapshot), () => dispatch(rowsChanged(importId)));
  return { snapshot, error, retry: () => void refetch() };
}

/** Above the rows of a preview: the way back and the steps stand in one line where there is room, left of the toasts. */
const denseTop = {
  display: { md: 'grid' },
  gridTemplateColumns: 'auto 1fr',
  columnGap: 4,
  alignItems: 'center',
  '& > div': { gridRow: { md: 2 }, gridColumn: { md: '1 / -1' } },
  '& > a': { justifySelf: 'start', mb: 0 },
  '& > ol': { mb: { xs: 1.5, md: 0 } },
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
                  {t`Upload Another File`}
                </Button>
              )
            }
          />
        </Box>
        <ImportStepper snapshot={snapshot} />
      </Box>
      <WorkerNotice isAway={snapshot.isWorkerAway} otherwise={announcementOf(snapshot)} />
      {state === 'mapping' && <ColumnsStep snapshot={snapshot} onCancel={askToCancel} />}
      {(state === 'validating' || state === 'undoing') && <PhaseStep snapshot={snapshot} phase={state} onCancel={askToCancel} />}
      {columns.changing && <ColumnsStep snapshot={snapshot} onCancel={() => columns.set(false)} onSaved={() => columns.set(false)} />}
      {isPreview && <PreviewStep snapshot={snapshot} onChangeColumns={() => columns.set(true)} />}
      {(state === 'processing' || state === 'paused') && <ProcessingStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'completed' && <ResultsStep snapshot={snapshot} />}
      {(state === 'cancelled' || state === 'failed' || state === 'undone') && <EndedStep snapshot={snapshot} />}
      <CancelDialog snapshot={snapshot} open={cancelling && !isEnded(state)} onClose={() => setCancelling(false)} />
    </PageShell>
  );
}

export function ImportPage() {
  const { importId = '' } = useParams();
  const { snapshot, error, retry } = useImport(importId);
  if (snapshot?.id === importId) return <ImportView key={importId} snapshot={snapshot} />;
  if (error === undefined) return <PageSkeleton title={t`Import`} />;
  const list = { to: '/dashboard/users', label: t`See all imports` };
  return <PageProblem error={error} onRetry={retry} title={t`Import`} list={list} icon={<FileIcon fontSize="small" />} permission="user.create" />;
}
