import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { useParams } from 'react-router';

import { UndoDialog } from '~/forms/UndoDialog';
import { useSecondsUntil } from '~/lib/clock';
import { useAppDispatch } from '~/lib/dispatch';
import { countPeople, formatCount, formatMoment, formatRate, formatTimeLeft } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { joined, NEWER } from '~/lib/texts';
import { translated } from '~/lib/sentences';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { useOnChange } from '~/lib/useOnChange';
import { usePolledQuery } from '~/realtime/extra';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { type Figure, Figures } from '~/ui/Figures';
import { FilteredRows, type OutcomeFilter } from '~/ui/FilteredRows';
import { UndoIcon, UsersIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed, Reasons } from '~/ui/LiveFeed';
import { Notice } from '~/ui/Notice';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { ProgressPanel, WorkerNotice } from '~/ui/ProgressPanel';
import { type Column, Outcome, type OutcomeTone, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import {
  BULK_PATH,
  type BulkJob,
  type BulkRow,
  type BulkRowFilter,
  type BulkRowStatus,
  type BulkSnapshot,
  type BulkUndoPreview,
  jobsApi,
  ownApi,
  PAGE_SIZE,
  rowsChanged,
} from '../api';
import { FILTERS, headingOf, isRunning, JOBS, keptOf, nameOf, outcomeOf, percentDone, rateOf, shareDone, STATES, useNamesOf } from '../words';

/** "208 of 210 people will be as before." */
function sentenceOf({ total, allowed }: BulkUndoPreview): string {
  if (allowed === 0) return t`nothing of this change can be undone any more.`;
  if (allowed === total) return plural(total, { one: '# person will be as before.', other: '# people will be as before.' });
  return t`${{ allowed: formatCount(allowed) }} of ${{ people: countPeople(total) }} will be as before.`;
}

function UndoJobDialog({ job, onClose }: { readonly job: BulkJob; readonly onClose: () => void }) {
  const preview = ownApi.usePreviewUndoQuery({ bulkId: job.id }, { refetchOnMountOrArgChange: true });
  const { act, busy } = useAct(ownApi.useUndoJobMutation(), t`The change could not be undone.`);
  return (
    <UndoDialog
      subject={t({ message: 'Change', context: 'noun' })}
      preview={preview}
      countOf={({ allowed }) => allowed}
      busy={busy}
      onConfirm={() => act({ bulkId: job.id })}
      onClose={onClose}
    >
      {(plan) => (
        <Box sx={{ display: 'grid', gap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
          <div>
            <strong>{nameOf(job)}</strong>: {sentenceOf(plan)}
          </div>
          <Reasons title={t`Not undone`} reasons={plan.refused} countOf={countPeople} />
        </Box>
      )}
    </UndoDialog>
  );
}

function UndoJob({ job }: { readonly job: BulkJob }) {
  const { canUndo, undoUntil } = job;
  const [asking, setAsking] = useState(false);
  const isOpen = useSecondsUntil(undoUntil) > 0;
  if (!canUndo || undoUntil === null || !isOpen) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 1.5, rowGap: 1, px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Caption>{t`Can be undone until ${{ when: formatMoment(undoUntil) }}`}</Caption>
      <Button variant="outlined" size="small" startIcon={<UndoIcon sx={{ fontSize: 18 }} />} onClick={() => setAsking(true)}>
        {t`Undo`}
      </Button>
      {asking && <UndoJobDialog job={job} onClose={() => setAsking(false)} />}
    </Box>
  );
}

function totalsOf(job: BulkJob): readonly Figure[] {
  const { action, state, total, done, unchanged, failed, undone } = job;
  const isUndone = state === 'undone';
  return [
    // What was done, and is not any more, is no success.
    { term: t(JOBS[action].done), value: formatCount(done), ...(!isUndone && { tone: 'success' }) },
    ...(isUndone ? [{ term: t`Undone`, value: formatCount(undone), note: t`${{ kept: formatCount(keptOf(job)) }} not undone` }] : []),
    { term: t`Unchanged`, value: formatCount(unchanged) },
    { term: t`Failed`, value: formatCount(failed), tone: 'error' },
    { term: t`People selected`, value: formatCount(total) },
  ];
}

function explain(job: BulkJob): string | null {
  const { state, total, processed, undone } = job;
  if (state === 'cancelled') {
    return plural(total - processed, {
      one: 'This change was cancelled. # person had not been reached and stays as they were.',
      other: 'This change was cancelled. # people had not been reached and stay as they were.',
    });
  }
  if (state !== 'undone') return null;
  const kept = keptOf(job);
  return joined(' ', [
    t`This change was undone for ${{ people: countPeople(undone) }}.`,
    kept > 0 && plural(kept, { one: '# person changed since stays as they are.', other: '# people changed since stay as they are.' }),
  ]);
}

function outcomesOf(job: BulkJob): readonly OutcomeFilter<BulkRowFilter>[] {
  const { action, state, total, unchanged, failed, undone } = job;
  const isUndone = state === 'undone';
  return [
    { filter: null, label: t`All people`, count: total, shown: true },
    { filter: 'undone', label: t`Undone`, count: undone, shown: isUndone },
    { filter: 'done', label: isUndone ? t`Not undone` : t(JOBS[action].done), count: keptOf(job), shown: true },
    { filter: 'unchanged', label: t`Unchanged`, count: unchanged, shown: true },
    { filter: 'failed', label: t`Failed`, count: failed, shown: true },
  ];
}

const tones = orNewer<Readonly<Record<BulkRowStatus, OutcomeTone>>>({ done: 'success', unchanged: 'same', failed: 'error', undone: 'undone', waiting: 'none' }, 'none');

function rowsOf(job: BulkJob) {
  const outcome = (row: BulkRow) => <Outcome tone={tones[row.status]}>{outcomeOf(job, row)}</Outcome>;
  // A link, as long as there is an account.
  const person = ({ fullName, email, status, userId }: BulkRow) => (
    <PersonLink name={fullName} id={email === '' || (job.action === 'delete' && status === 'done') ? null : userId} />
  );
  const emailOf = ({ email }: BulkRow) => <Email>{email === '' ? t`Unknown` : email}</Email>;
  const columns: readonly Column<BulkRow>[] = [
    { head: t`Name`, width: 200, cell: person, sx: { overflowWrap: 'anywhere' } },
    { head: t`Email`, width: 250, cell: emailOf },
    { head: t`Outcome`, width: 130, cell: outcome },
    { head: t`Reason`, cell: ({ message }) => (message === null ? '—' : translated(message)) },
  ];
  return { columns, card: (row: BulkRow) => <RowCard title={person(row)} aside={outcome(row)} lines={[emailOf(row), row.message && translated(row.message)]} /> };
}

function Rows({ job, list, status }: { readonly job: BulkJob; readonly list: ListParams<{ status: typeof FILTERS }>; readonly status: BulkRowFilter | null }) {
  const answer = jobsApi.useListBulkRowsQuery({ bulkId: job.id, status, page: list.view.page, pageSize: PAGE_SIZE });
  return (
    <PagedList
      answer={answer}
      failure={t`The results could not be loaded.`}
      label={t`People`}
      pageSize={PAGE_SIZE}
      list={list}
      empty={<EmptyState title={t`No people to show`}>{t`No person of this change has this outcome.`}</EmptyState>}
    >
      {(rows) => <RowList label={t`Results by person`} rows={rows} keyOf={({ row }) => row} minWidth={720} wraps {...rowsOf(job)} />}
    </PagedList>
  );
}

function Results({ job }: { readonly job: BulkJob }) {
  const list = useListParams({ status: FILTERS });
  const fileOf = (status: BulkRowFilter | null) => ({
    url: `${BULK_PATH}/${encodeURIComponent(job.id)}/results.csv`,
    params: status === null ? {} : { status },
    name: `${job.action}-${status ?? 'results'}.csv`,
  });
  return (
    <FilteredRows
      label={t`People`}
      filterLabel={t`Which people are shown`}
      outcomes={outcomesOf(job)}
      list={list}
      aside={(status) => (
        <DownloadButton file={fileOf(status)} failure={t`The results could not be downloaded.`} aria-label={t`CSV of the people shown`}>
          CSV
        </DownloadButton>
      )}
    >
      {(status) => <Rows job={job} list={list} status={status} />}
    </FilteredRows>
  );
}

function EndedJob({ job }: { readonly job: BulkJob }) {
  const sentence = explain(job);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {sentence !== null && (
        <Notice>{sentence}</Notice>
      )}
      <Paper variant="outlined" component="section" aria-label={t`Totals`} sx={{ overflow: 'hidden' }}>
        <Figures figures={totalsOf(job)} />
        <UndoJob job={job} />
      </Paper>
      <Results key={job.state} job={job} />
    </Box>
  );
}

/** The announcement of this state; the same words until the next quarter or the end. */
function announcementOf(job: BulkJob): string {
  const { state, done, failed, undone } = job;
  const quarter = Math.floor(percentDone(job) / 25) * 25;
  return orNewer({
    processing: quarter === 0 ? t`The change is running.` : t`${quarter} percent done.`,
    completed: t`The change is complete: ${{ people: countPeople(done) }} changed, ${{ failed: formatCount(failed) }} failed.`,
    cancelled: t`The change was cancelled: ${{ people: countPeople(done) }} changed.`,
    undoing: quarter === 0 ? t`Undoing the change.` : t`${quarter} percent undone.`,
    undone: t`The change was undone for ${{ people: countPeople(undone) }}.`,
  }, t(NEWER))[state];
}

const POLL_EVERY = 2_000;
/** Events can be lost: the page polls, slowly, even while they arrive. */
const ASSURE_EVERY = 15_000;
/** A job that has ended is undone by others too. */
const ENDED_EVERY = 30_000;

function intervalOf(job: BulkJob | undefined, live: boolean): number {
  if (job === undefined) return 0;
  if (!isRunning(job)) return live || !job.canUndo ? 0 : ENDED_EVERY;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

function useJob(bulkId: string) {
  const dispatch = useAppDispatch();
  const { data: job, error, refetch } = usePolledQuery(jobsApi.useGetBulkJobQuery, { bulkId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useOnChange(job?.state, () => dispatch(rowsChanged(bulkId)));
  return { job, error, retry: () => void refetch() };
}

function figuresOf(job: BulkSnapshot): readonly Figure[] {
  const { action, state, total, processed, done, unchanged, failed, undone, etaSeconds, isWorkerAway } = job;
  const left = { term: t`Time left`, value: formatTimeLeft(isWorkerAway ? null : etaSeconds) };
  if (state === 'undoing') return [{ term: t`Undone`, value: formatCount(undone) }, { term: t`Left`, value: formatCount(keptOf(job)) }, left];
  return [
    { term: t(JOBS[action].done), value: formatCount(done), tone: 'success' },
    { term: t`Unchanged`, value: formatCount(unchanged) },
    { term: t`Failed`, value: formatCount(failed), tone: 'error' },
    { term: t`Left`, value: formatCount(Math.max(0, total - processed)) },
    { term: t`People per second`, value: formatRate(rateOf(job)) },
    left,
  ];
}

function CancelButton({ job }: { readonly job: BulkJob }) {
  const name = nameOf(job);
  const { act, busy } = useAct(jobsApi.useCancelBulkJobMutation(), t`The change could not be cancelled.`);
  return (
    <ConfirmButton label={t`Cancel Change`} title={t`Cancel this change?`} dismissLabel={t`Keep Going`} destructive busy={busy} onConfirm={() => act({ bulkId: job.id })}>
      <Trans>
        <strong>{name}</strong> will stop within a moment. What is done for some people stays.
      </Trans>
    </ConfirmButton>
  );
}

const MARKS: Readonly<Partial<Record<BulkRowStatus, readonly [FeedItem['tone'], MessageDescriptor]>>> = {
  done: ['success', msg`Done`],
  unchanged: ['neutral', msg`Unchanged`],
};
const FAILED = ['error', msg`Failed`] as const;

function itemOf(job: BulkJob, row: BulkRow): FeedItem {
  const { fullName, email, status, message } = row;
  const [tone, mark] = MARKS[status] ?? FAILED;
  return { tone, mark: t(mark), name: fullName || email || t`Unknown`, outcome: message === null ? outcomeOf(job, row) : translated(message) };
}

function RunningJob({ job }: { readonly job: BulkSnapshot }) {
  const { state, processed, total, undone, done } = job;
  const isUndoing = state === 'undoing';
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ProgressPanel
        share={shareDone(job)}
        label={isUndoing ? t`People undone` : t`People processed`}
        actions={isUndoing ? undefined : <CancelButton job={job} />}
        figures={figuresOf(job)}
      >
        {isUndoing ? t`${{ undone: formatCount(undone) }} of ${{ done: formatCount(done) }} people` : t`${{ processed: formatCount(processed) }} of ${{ total: formatCount(total) }} people`}
      </ProgressPanel>
      {!isUndoing && <LiveFeed title={t`Latest people`} items={job.recent.map((row) => itemOf(job, row))} />}
      <Caption component="p">
        {t`You can leave this page or close the browser: this continues, and this address shows it to every administrator of your company.`}
      </Caption>
    </Box>
  );
}

const ALL_JOBS = '/dashboard/users/jobs';

function JobView({ job }: { readonly job: BulkSnapshot }) {
  const top = useFocusOnChange(job.state);
  useNamesOf([job]);
  return (
    <PageShell>
      <BackLink to={ALL_JOBS}>{t`All changes`}</BackLink>
      <Box ref={top} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
        <PageHeader {...headingOf(job)} actions={<StateChip {...STATES[job.state]} />} />
      </Box>
      <WorkerNotice isAway={job.isWorkerAway} otherwise={announcementOf(job)} />
      {isRunning(job) ? <RunningJob job={job} /> : <EndedJob job={job} />}
    </PageShell>
  );
}

export function JobPage() {
  const { jobId = '' } = useParams();
  const { job, error, retry } = useJob(jobId);
  if (job?.id === jobId) return <JobView key={jobId} job={job} />;
  if (error === undefined) return <PageSkeleton title={t({ message: 'Change', context: 'noun' })} />;
  const list = { to: ALL_JOBS, label: t`See all changes`, back: t`All changes` };
  return <PageProblem error={error} onRetry={retry} title={t({ message: 'Change', context: 'noun' })} list={list} icon={<UsersIcon fontSize="small" />} permission="user.edit" />;
}
