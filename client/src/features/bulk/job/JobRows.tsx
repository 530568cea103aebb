import { Box, Link, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

import { Email } from '~/ui/Email';
import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from '~/ui/icons';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import type { BulkJob, BulkRow, BulkRowStatus } from '../api';
import { outcomeOf } from '../words';

const COLUMNS_WIDTH = 720;

interface JobRowsProps {
  readonly job: BulkJob;
  readonly rows: readonly BulkRow[];
}

const icon = { fontSize: 16 } as const;
const looks: Readonly<Record<BulkRowStatus, { color: string; icon: ReactNode }>> = {
  done: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  unchanged: { color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  failed: { color: 'error.main', icon: <AlertIcon sx={icon} /> },
  undone: { color: 'text.secondary', icon: <UndoIcon sx={icon} /> },
  waiting: { color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
};

/** A word, an icon, a colour. */
function Outcome({ job, row }: { readonly job: BulkJob; readonly row: BulkRow }) {
  const { color, icon: drawing } = looks[row.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, flexShrink: 0, whiteSpace: 'nowrap', fontWeight: 500, color }}>
      {drawing}
      {outcomeOf(job, row)}
    </Box>
  );
}

/** The person's name; a link, as long as there is an account. */
function Person({ job, row: { fullName, email, status } }: { readonly job: BulkJob; readonly row: BulkRow }) {
  const name = fullName === '' ? 'Unknown' : fullName;
  if (email === '' || (job.action === 'delete' && status === 'done')) return <>{name}</>;
  return (
    <Link component={RouterLink} to={`/dashboard/users?${new URLSearchParams({ tab: 'manage', search: email }).toString()}`}>
      {name}
    </Link>
  );
}

const emailOf = ({ email }: BulkRow) => <Email>{email === '' ? 'Unknown' : email}</Email>;

function RowsTable({ job, rows }: JobRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Results by person" sx={{ minWidth: COLUMNS_WIDTH, tableLayout: 'fixed', '& td': { verticalAlign: 'top' }, '& td, & th': { pl: 2.5, pr: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 200 }}>Name</TableCell>
            <TableCell sx={{ width: 250 }}>Email</TableCell>
            <TableCell sx={{ width: 130 }}>Outcome</TableCell>
            <TableCell>Reason</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.row} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <Person job={job} row={row} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'break-word' }}>{emailOf(row)}</TableCell>
              <TableCell>
                <Outcome job={job} row={row} />
              </TableCell>
              <TableCell sx={{ pr: 2.5 }}>{row.message ?? '—'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function RowsCards({ job, rows }: JobRowsProps) {
  return (
    <Box component="ul" aria-label="Results by person" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box component="li" key={row.row} sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: '0.875rem' }}>
            <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              <Person job={job} row={row} />
            </Typography>
            <Outcome job={job} row={row} />
          </Box>
          <Typography variant="caption" sx={{ overflowWrap: 'break-word' }}>
            {emailOf(row)}
          </Typography>
          {row.message !== null && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {row.message}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

/** What became of each person: cards where the columns do not fit. */
export function JobRows(props: JobRowsProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <RowsCards {...props} /> : <RowsTable {...props} />}</div>;
}
