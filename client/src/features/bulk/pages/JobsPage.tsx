import { t } from '@lingui/core/macro';
import { Paper } from '@mui/material';

import { countPeople, formatCount, formatMoment } from '~/lib/format';
import { joined } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { TextLink } from '~/ui/Text';

import { type BulkJob, jobsApi, PAGE_SIZE } from '../api';
import { nameOf, pageOf, STATES, useNamesOf } from '../words';

function JobLink({ job }: { readonly job: BulkJob }) {
  return (
    <TextLink to={pageOf(job)} sx={{ overflowWrap: 'anywhere' }}>
      {nameOf(job)}
    </TextLink>
  );
}

const starterOf = ({ startedBy }: BulkJob) => startedBy?.fullName ?? t`Unknown`;

const columns = (): readonly Column<BulkJob>[] => [
  { head: t({ message: 'Change', context: 'noun' }), cell: (job) => <JobLink job={job} /> },
  { head: t`State`, width: 130, cell: ({ state }) => <StateChip {...STATES[state]} /> },
  { head: t`Started by`, cell: starterOf },
  { head: t`When`, cell: ({ startedAt }) => formatMoment(startedAt) },
  { head: t`People`, isNumber: true, cell: ({ total }) => formatCount(total) },
  { head: t`Done`, isNumber: true, cell: ({ done }) => formatCount(done) },
  { head: t`Failed`, isNumber: true, cell: ({ failed }) => formatCount(failed) },
];

function countsOf({ total, done, undone, failed }: BulkJob): string {
  return joined(' · ', [
    countPeople(total),
    t`${{ done: formatCount(done) }} done`,
    undone > 0 && t`${{ undone: formatCount(undone) }} undone`,
    t`${{ failed: formatCount(failed) }} failed`,
  ]);
}

const card = (job: BulkJob) => (
  <RowCard
    title={<JobLink job={job} />}
    aside={<StateChip {...STATES[job.state]} />}
    lines={[`${formatMoment(job.startedAt)} · ${starterOf(job)}`, countsOf(job)]}
  />
);

const POLL = 5_000;

export function JobsPage() {
  const list = useListParams({});
  const answer = usePolledQuery(jobsApi.useListBulkJobsQuery, { page: list.view.page, pageSize: PAGE_SIZE }, { intervalOf: unlessLive(POLL) });
  useNamesOf(answer.data?.data ?? []);
  const none = (
    <EmptyState title={t`No changes yet`} icon={<UsersIcon fontSize="small" />} way={{ label: t`Manage Users`, to: '/dashboard/users?tab=manage' }}>
      {t`Select people in Manage Users and choose what to do. Each change of many people is listed here, for every administrator of your company.`}
    </EmptyState>
  );
  return (
    <PageShell>
      <BackLink to="/dashboard/users">{t`User Management`}</BackLink>
      <PageHeader title={t`Bulk changes`} subtitle={t`What was done with many people at once, and what became of each.`} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <PagedList answer={answer} failure={t`The changes could not be loaded.`} label={t`Changes`} pageSize={PAGE_SIZE} list={list} skeletons={4} empty={none}>
          {(jobs) => <RowList label={t`Bulk changes`} rows={jobs} keyOf={({ id }) => id} columns={columns()} minWidth={760} card={card} />}
        </PagedList>
      </Paper>
    </PageShell>
  );
}
