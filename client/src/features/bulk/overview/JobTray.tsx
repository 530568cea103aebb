import { plural, t } from '@lingui/core/macro';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMatch } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { formatCount, formatTimeLeft } from '~/lib/format';
import { joined } from '~/lib/texts';
import { Tray, TrayItem, useTrayJobs } from '~/ui/Tray';
import { unlessLiveWhile, usePolledQuery } from '~/realtime/extra';
import { StateChip } from '~/ui/StateChip';

import { type BulkJob, jobsApi, PAGE_SIZE, useGetBulkJobState } from '../api';
import { isRunning, nameOf, pageOf, percentDone, shareDone, STATES, useNamesOf } from '../words';

function lineOf({ state, done, unchanged, failed, undone, etaSeconds }: BulkJob): string {
  if (state === 'undoing' || state === 'undone') return t`${{ undone: formatCount(undone) }} of ${{ done: formatCount(done) }} undone`;
  return joined(', ', [
    t`${{ done: formatCount(done) }} done`,
    unchanged > 0 && t`${{ unchanged: formatCount(unchanged) }} unchanged`,
    t`${{ failed: formatCount(failed) }} failed`,
    state === 'processing' && etaSeconds !== null && t`${{ time: formatTimeLeft(etaSeconds) }} left`,
  ]);
}

function labelOf(shown: readonly BulkJob[], running: readonly BulkJob[]): string {
  if (running.length > 1) return plural(running.length, { other: '# changes' });
  if (running.length === 1) return t({ message: 'Change', context: 'noun' });
  return shown.some(({ state }) => state === 'cancelled') ? t`Change stopped` : t`Change ended`;
}

function RunningTray() {
  const onPage = useMatch('/dashboard/users/jobs/:jobId')?.params.jobId;
  const { data } = usePolledQuery(jobsApi.useListBulkJobsQuery, { page: 1, pageSize: PAGE_SIZE }, { intervalOf: unlessLiveWhile(isRunning) });
  const { data: ofPage } = useGetBulkJobState(onPage === undefined ? skipToken : { bulkId: onPage });
  const jobs = useTrayJobs<BulkJob>({ all: data?.data, isOpen: isRunning, onPage, ofPage });
  useNamesOf(jobs.shown);
  return (
    <Tray jobs={jobs} labelOf={labelOf} listLabel={t`Running changes`} percentOf={percentDone} isStopped={({ state }) => state === 'cancelled'}>
      {(job, close) => (
        <TrayItem
          key={job.id}
          to={pageOf(job)}
          title={nameOf(job)}
          chip={<StateChip {...STATES[job.state]} />}
          share={isRunning(job) ? shareDone(job) : null}
          onOpen={close}
        >
          {lineOf(job)}
        </TrayItem>
      )}
    </Tray>
  );
}

export function JobTray() {
  const claims = useClaims();
  return claims?.authorities.includes('user.edit') === true ? <RunningTray key={claims.userId} /> : null;
}
