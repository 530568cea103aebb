import { Box, Typography } from '@mui/material';
import { useParams } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { countOf, formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { useOnChange } from '~/lib/useOnChange';
import { usePolledQuery } from '~/realtime/extra';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import type { Figure } from '~/ui/Figures';
import { UsersIcon } from '~/ui/icons';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Announcer, ProgressPanel } from '~/ui/ProgressPanel';
import { StateChip } from '~/ui/StateChip';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { type BulkJob, type BulkRow, type BulkSnapshot, rowsChanged, useCancelBulkJobMutation, useGetBulkJobQuery } from '../api';
import { EndedJob } from '../job/EndedJob';
import { headingOf, isRunning, JOBS, keptOf, nameOf, outcomeOf, percentDone, rateOf, shareDone, STATES } from '../words';

const people = (count: number) => countOf(count, 'person', 'people');

/** The announcement of this state; the same words until the next quarter or the end. */
function announcementOf(job: BulkJob): string {
  const { state, done, failed, undone } = job;
  const quarter = Math.floor(percentDone(job) / 25) * 25;
  return {
    processing: quarter === 0 ? 'The change is running.' : `${quarter} percent done.`,
    completed: `The change is complete: ${people(done)} changed, ${failed} failed.`,
    cancelled: `The change was cancelled: ${people(done)} changed.`,
    undoing: quarter === 0 ? 'Undoing the change.' : `${quarter} percent undone.`,
    undone: `The change was undone for ${people(undone)}.`,
  }[state];
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

/** One job: fetched, then kept up to date by events and by polling; its rows follow its state. */
function useJob(bulkId: string) {
  const dispatch = useAppDispatch();
  const { data: job, error, refetch } = usePolledQuery(useGetBulkJobQuery, { bulkId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useOnChange(job?.state, () => dispatch(rowsChanged(bulkId)));
  return { job, error, retry: () => void refetch() };
}

function figuresOf(job: BulkJob): readonly Figure[] {
  const { action, state, total, processed, done, unchanged, failed, undone, etaSeconds } = job;
  const left = { term: 'Time left', value: formatTimeLeft(etaSeconds) };
  if (state === 'undoing') return [{ term: 'Undone', value: formatCount(undone) }, { term: 'Left', value: formatCount(keptOf(job)) }, left];
  return [
    { term: JOBS[action].done, value: formatCount(done), tone: 'success' },
    { term: 'Unchanged', value: formatCount(unchanged) },
    { term: 'Failed', value: formatCount(failed), tone: 'error' },
    { term: 'Left', value: formatCount(Math.max(0, total - processed)) },
    { term: 'People per second', value: formatRate(rateOf(job)) },
    left,
  ];
}

function CancelButton({ job }: { readonly job: BulkJob }) {
  const { act, busy } = useAct(useCancelBulkJobMutation(), 'The change could not be cancelled.');
  return (
    <ConfirmButton label="Cancel Change" title="Cancel this change?" dismissLabel="Keep Going" destructive busy={busy} onConfirm={() => act({ bulkId: job.id })}>
      <strong>{nameOf(job)}</strong> will stop within a moment. What is done for some people stays.
    </ConfirmButton>
  );
}

const MARKS: Readonly<Partial<Record<BulkRow['status'], Pick<FeedItem, 'tone' | 'mark'>>>> = {
  done: { tone: 'success', mark: 'Done' },
  unchanged: { tone: 'neutral', mark: 'Unchanged' },
};

function itemOf(job: BulkJob, row: BulkRow): FeedItem {
  const { fullName, email, status, message } = row;
  const look = MARKS[status] ?? { tone: 'error', mark: 'Failed' };
  return { ...look, name: fullName || email || 'Unknown', outcome: message ?? outcomeOf(job, row) };
}

/** Progress of a job that runs or is undone. */
function RunningJob({ job }: { readonly job: BulkSnapshot }) {
  const { state, processed, total, undone, done } = job;
  const isUndoing = state === 'undoing';
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ProgressPanel
        share={shareDone(job)}
        label={isUndoing ? 'People undone' : 'People processed'}
        actions={isUndoing ? undefined : <CancelButton job={job} />}
        figures={figuresOf(job)}
      >
        {isUndoing ? `${formatCount(undone)} of ${formatCount(done)} people` : `${formatCount(processed)} of ${formatCount(total)} people`}
      </ProgressPanel>
      {!isUndoing && <LiveFeed title="Latest people" items={job.recent.map((row) => itemOf(job, row))} />}
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        You can leave this page or close the browser: this continues, and this address shows it to every administrator of your company.
      </Typography>
    </Box>
  );
}

const ALL_JOBS = '/dashboard/users/jobs';

function JobView({ job }: { readonly job: BulkSnapshot }) {
  const top = useFocusOnChange(job.state);
  return (
    <PageShell>
      <BackLink to={ALL_JOBS}>All changes</BackLink>
      <Box ref={top} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
        <PageHeader {...headingOf(job)} actions={<StateChip {...STATES[job.state]} />} />
      </Box>
      <Announcer>{announcementOf(job)}</Announcer>
      {isRunning(job) ? <RunningJob job={job} /> : <EndedJob job={job} />}
    </PageShell>
  );
}

/** One job on many people, from its start to its results and its undo. */
export function JobPage() {
  const { jobId = '' } = useParams();
  const { job, error, retry } = useJob(jobId);
  if (job?.id === jobId) return <JobView key={jobId} job={job} />;
  if (error === undefined) return <PageSkeleton title="Change" />;
  const list = { to: ALL_JOBS, label: 'See all changes', back: 'All changes' };
  return <PageProblem error={error} onRetry={retry} title="Change" list={list} icon={<UsersIcon fontSize="small" />} permission="user.edit" />;
}
