import { skipToken } from '@reduxjs/toolkit/query';
import { useMatch } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { formatCount, formatTimeLeft } from '~/lib/format';
import { useTrayJobs } from '~/lib/useTrayJobs';
import { usePolledQuery } from '~/realtime/extra';
import { StateChip } from '~/ui/StateChip';
import { Tray, TrayItem } from '~/ui/Tray';

import { type BulkJob, PAGE_SIZE, useGetBulkJobState, useListBulkJobsQuery } from '../api';
import { isRunning, nameOf, percentDone, shareDone, STATES } from '../words';

const NEWEST = { page: 1, pageSize: PAGE_SIZE };
const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

/** A job's progress in one line. */
function lineOf({ state, done, unchanged, failed, undone, etaSeconds }: BulkJob): string {
  if (state === 'undoing' || state === 'undone') return `${formatCount(undone)} of ${formatCount(done)} undone`;
  const same = unchanged > 0 ? `${formatCount(unchanged)} unchanged, ` : '';
  const counts = `${formatCount(done)} done, ${same}${formatCount(failed)} failed`;
  return state === 'processing' && etaSeconds !== null ? `${counts}, ${formatTimeLeft(etaSeconds)} left` : counts;
}

function labelOf(shown: readonly BulkJob[], running: readonly BulkJob[]): string {
  if (running.length > 1) return `${running.length} changes`;
  if (running.length === 1) return 'Change';
  return shown.some(({ state }) => state === 'cancelled') ? 'Change stopped' : 'Change ended';
}

/** The company's running jobs, live; polled while no events are pushed. */
function useRunningJobs(openJobId: string | undefined) {
  const { data } = usePolledQuery(useListBulkJobsQuery, NEWEST, {
    intervalOf: ({ currentData }, live) => {
      if (live) return 0;
      return currentData?.data.some(isRunning) === true ? RUNNING_POLL : IDLE_POLL;
    },
  });
  const { data: open } = useGetBulkJobState(openJobId === undefined ? skipToken : { bulkId: openJobId });
  // A job's own page gets newer numbers than its summary: show the newer ones in both places.
  const jobs = (data?.data ?? []).map((each) => (open?.id === each.id && open.version > each.version ? open : each));
  return useTrayJobs(jobs, isRunning, openJobId);
}

/** Follows the company's running jobs from any page; empty while none runs. */
function RunningTray() {
  const openJobId = useMatch('/dashboard/users/jobs/:jobId')?.params.jobId;
  const { shown, running, forget } = useRunningJobs(openJobId);
  const first = running[0];
  if (shown.length === 0) return null;
  return (
    <Tray
      label={labelOf(shown, running)}
      listLabel="Running changes"
      percent={first === undefined ? null : percentDone(first)}
      running={running.length}
      stopped={shown.some(({ state }) => state === 'cancelled')}
      onSeen={forget}
    >
      {(close) =>
        shown.map((job) => (
          <TrayItem
            key={job.id}
            to={`/dashboard/users/jobs/${job.id}`}
            title={nameOf(job)}
            chip={<StateChip {...STATES[job.state]} />}
            share={isRunning(job) ? shareDone(job) : null}
            onOpen={close}
          >
            {lineOf(job)}
          </TrayItem>
        ))
      }
    </Tray>
  );
}

/** Only for users who may change others. */
export function JobTray() {
  const claims = useClaims();
  return claims?.authorities.includes('user.edit') === true ? <RunningTray key={claims.userId} /> : null;
}
