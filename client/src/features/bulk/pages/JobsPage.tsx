import { Box, Button, Link, Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { formatCount, formatMoment } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { PagedList } from '~/ui/PagedList';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import { type BulkJob, PAGE_SIZE, useListBulkJobsQuery } from '../api';
import { StateChip } from '../components/StateChip';
import { nameOf } from '../words';

const COLUMNS_WIDTH = 760;

interface JobListProps {
  readonly jobs: readonly BulkJob[];
}

function JobLink({ job }: { readonly job: BulkJob }) {
  return (
    <Link component={RouterLink} to={`/dashboard/users/jobs/${job.id}`} sx={{ overflowWrap: 'anywhere' }}>
      {nameOf(job)}
    </Link>
  );
}

function JobTable({ jobs }: JobListProps) {
  return (
    <TableContainer>
      <Table aria-label="Bulk changes" sx={{ minWidth: COLUMNS_WIDTH, '& td': { fontVariantNumeric: 'tabular-nums' }, '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 2.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>Change</TableCell>
            <TableCell sx={{ width: 130 }}>State</TableCell>
            <TableCell>Started by</TableCell>
            <TableCell>When</TableCell>
            <TableCell align="right">People</TableCell>
            <TableCell align="right">Done</TableCell>
            <TableCell align="right">Failed</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {jobs.map((job) => (
            <TableRow key={job.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell>
                <JobLink job={job} />
              </TableCell>
              <TableCell>
                <StateChip state={job.state} />
              </TableCell>
              <TableCell>{job.startedBy?.fullName ?? 'Unknown'}</TableCell>
              <TableCell>{formatMoment(job.startedAt)}</TableCell>
              <TableCell align="right">{formatCount(job.total)}</TableCell>
              <TableCell align="right">{formatCount(job.done)}</TableCell>
              <TableCell align="right">{formatCount(job.failed)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function JobCards({ jobs }: JobListProps) {
  return (
    <Box component="ul" aria-label="Bulk changes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {jobs.map((job) => (
        <Box component="li" key={job.id} sx={{ px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5, mb: 0.5 }}>
            <Typography variant="body2">
              <JobLink job={job} />
            </Typography>
            <StateChip state={job.state} />
          </Box>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {formatMoment(job.startedAt)} · {job.startedBy?.fullName ?? 'Unknown'}
          </Typography>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(job.total)} people · {formatCount(job.done)} done · {job.undone > 0 && `${formatCount(job.undone)} undone · `}
            {formatCount(job.failed)} failed
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The jobs of one page: cards where the columns do not fit. */
export function JobList(props: JobListProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <JobCards {...props} /> : <JobTable {...props} />}</div>;
}

const POLL = 5_000;

function NoJobs() {
  return (
    <EmptyState
      title="No changes yet"
      icon={<UsersIcon fontSize="small" />}
      action={
        <Button component={RouterLink} to="/dashboard/users?tab=manage" variant="outlined">
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
