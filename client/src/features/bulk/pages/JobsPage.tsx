import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, usePolledQuery } from '~/realtime/usePolledQuery';
import { BackLink } from '~/ui/BackLink';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { PagedList } from '~/ui/PagedList';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { PAGE_SIZE, useListBulkJobsQuery } from '../api';
import { JobList } from '../overview/JobList';

const POLL = 5_000;

function NoJobs() {
  return (
    <EmptyState
      title="No changes yet"
      icon={<UsersIcon fontSize="small" />}
      action={
        <Button component={Link} to="/dashboard/users?tab=manage" variant="outlined">
          Manage Users
        </Button>
      }
    >
      Select people in Manage Users and choose what to do. Each change of many people is listed here, for every administrator of your company.
    </EmptyState>
  );
}

/** Every change of many people in the company, newest first, live. */
export function JobsPage() {
  const { view, setPage, correctPage } = useListParams({});
  const { page } = view;
  const answer = usePolledQuery(useListBulkJobsQuery, { page, pageSize: PAGE_SIZE }, { intervalOf: unlessLive(POLL) });
  return (
    <PageShell>
      <BackLink to="/dashboard/users">User Management</BackLink>
      <PageHeader title="Bulk changes" subtitle="What was done with many people at once, and what became of each." />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <PagedList
          answer={answer}
          failure={answer.error === undefined ? null : messageOf(answer.error, 'The changes could not be loaded.')}
          onRetry={() => void answer.refetch()}
          label="Changes"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          onCorrectPage={correctPage}
          rowHeight={46}
          rows={4}
          empty={<NoJobs />}
        >
          {(jobs) => <JobList jobs={jobs} />}
        </PagedList>
      </Paper>
    </PageShell>
  );
}
