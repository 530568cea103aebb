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

import type { ImportRow } from '../api';
import { useIsNarrow } from '../useIsNarrow';
import { InvitationState, Outcome } from './Outcome';

interface ResultRowsProps {
  readonly rows: readonly ImportRow[];
}

/** The person's name, once the account exists as the way to it. */
function Person({ row: { values, userId } }: { readonly row: ImportRow }) {
  const name = values.fullName === '' ? 'Unknown' : values.fullName;
  if (userId === null) return <>{name}</>;
  const query = new URLSearchParams({ tab: 'manage', search: values.email });
  return (
    <Link component={RouterLink} to={`/dashboard/users?${query.toString()}`}>
      {name}
    </Link>
  );
}

const emailOf = ({ values }: ImportRow) => (values.email === '' ? 'Unknown' : values.email);

/** Why a row failed, else what was done. */
function messageOfRow({ message, errors }: ImportRow): string {
  if (message !== null && message !== '') return message;
  return errors.map((problem) => problem.message).join('; ');
}

function ResultTable({ rows }: ResultRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Results by row" sx={{ minWidth: 920, tableLayout: 'fixed', '& td': { verticalAlign: 'top' }, '& td, & th': { pl: 2.5, pr: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 72 }}>Row</TableCell>
            <TableCell sx={{ width: 170 }}>Name</TableCell>
            <TableCell sx={{ width: 230 }}>Email</TableCell>
            <TableCell sx={{ width: 124 }}>Status</TableCell>
            <TableCell>Message</TableCell>
            <TableCell sx={{ width: 150 }}>Invitation</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.row} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>{row.position}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <Person row={row} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{emailOf(row)}</TableCell>
              <TableCell>
                <Outcome status={row.status} />
              </TableCell>
              <TableCell>{messageOfRow(row) || '—'}</TableCell>
              <TableCell>
                <InvitationState invitation={row.invitation} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function ResultCards({ rows }: ResultRowsProps) {
  return (
    <Box component="ul" aria-label="Results by row" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box component="li" key={row.row} sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: '0.875rem' }}>
            <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              <Person row={row} />
            </Typography>
            <Outcome status={row.status} />
          </Box>
          <Typography variant="caption" sx={{ overflowWrap: 'anywhere' }}>
            {emailOf(row)}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Row {row.position}
            {messageOfRow(row) !== '' && ` · ${messageOfRow(row)}`}
          </Typography>
          {row.invitation !== null && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              Invitation: <InvitationState invitation={row.invitation} />
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

/** What became of each row. */
export function ResultRows({ rows }: ResultRowsProps) {
  return useIsNarrow() ? <ResultCards rows={rows} /> : <ResultTable rows={rows} />;
}
