import { Box, Link, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

import { Email } from '~/ui/Email';
import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from '~/ui/icons';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import type { ImportRow, Invitation } from '../api';
import { FileLine } from '../components/ImportStepper';
import { outcomeOf, type RowOutcome } from '../states';

const icon = { fontSize: 16 } as const;
const outcomes: Readonly<Record<RowOutcome, { color: string; icon: ReactNode }>> = {
  Created: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  Updated: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  Unchanged: { color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  Undone: { color: 'text.secondary', icon: <UndoIcon sx={icon} /> },
  'Not undone': { color: 'warning.main', icon: <InfoIcon sx={icon} /> },
  Failed: { color: 'error.main', icon: <AlertIcon sx={icon} /> },
  'Not created': { color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
};

/** A row's outcome: a word, an icon, a colour. */
export function Outcome({ row }: { readonly row: ImportRow }) {
  const outcome = outcomeOf(row);
  const { color, icon: drawing } = outcomes[outcome];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap', fontWeight: 500, color }}>
      {drawing}
      {outcome}
    </Box>
  );
}

const invitations: Readonly<Record<Invitation, string>> = {
  none: 'Not invited yet',
  queued: 'On its way',
  sent: 'Sent',
  lapsed: 'Expired',
  failed: 'Could not be delivered',
  accepted: 'Accepted',
};

export function InvitationState({ invitation }: { readonly invitation: Invitation | null }) {
  if (invitation === null) return <span>—</span>;
  return (
    <Box component="span" sx={{ color: invitation === 'failed' ? 'error.main' : 'text.secondary' }}>
      {invitations[invitation]}
    </Box>
  );
}

const COLUMNS_WIDTH = 880;

interface ResultRowsProps {
  readonly rows: readonly ImportRow[];
}

/** The person's name, a link once the account exists. */
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

const emailOf = ({ values }: ImportRow) => <Email>{values.email === '' ? 'Unknown' : values.email}</Email>;

/** Why a row failed, else the server's message. */
function messageOfRow({ message, errors }: ImportRow): string {
  if (message !== null && message !== '') return message;
  return errors.map((problem) => problem.message).join('; ');
}

function ResultTable({ rows }: ResultRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Results by row" sx={{ minWidth: COLUMNS_WIDTH, tableLayout: 'fixed', '& td': { verticalAlign: 'top' }, '& td, & th': { pl: 2.5, pr: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 92 }}>Row</TableCell>
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
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
                {row.position}
                <FileLine row={row} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <Person row={row} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'break-word' }}>{emailOf(row)}</TableCell>
              <TableCell>
                <Outcome row={row} />
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
            <Outcome row={row} />
          </Box>
          <Typography variant="caption" sx={{ overflowWrap: 'break-word' }}>
            {emailOf(row)}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Row {row.position}
            {row.line !== null && `, line ${row.line}`}
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

/** The outcome of each row: cards where the columns, of which the outcome is one of the last, do not fit. */
export function ResultRows(props: ResultRowsProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <ResultCards {...props} /> : <ResultTable {...props} />}</div>;
}
