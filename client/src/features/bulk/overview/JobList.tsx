import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { formatCount, formatMoment } from '~/lib/format';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import type { BulkJob } from '../api';
import { StateChip } from '../components/StateChip';
import { nameOf } from '../headings';

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
