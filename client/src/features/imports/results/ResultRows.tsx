import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { Email } from '~/ui/Email';
import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from '~/ui/icons';
import { type Column, Outcome, PersonLink, RowCard, RowList } from '~/ui/RowList';

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

const outcome = (row: ImportRow) => <Outcome {...outcomes[outcomeOf(row)]}>{outcomeOf(row)}</Outcome>;

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

// A link once the account exists.
const person = ({ values, userId }: ImportRow) => <PersonLink name={values.fullName} email={userId === null ? null : values.email} />;
const email = ({ values }: ImportRow) => <Email>{values.email === '' ? 'Unknown' : values.email}</Email>;

/** Why a row failed, else the server's message. */
function messageOfRow({ message, errors }: ImportRow): string {
  if (message !== null && message !== '') return message;
  return errors.map((problem) => problem.message).join('; ');
}

const columns: readonly Column<ImportRow>[] = [
  {
    head: 'Row',
    width: 92,
    sx: { color: 'text.secondary' },
    cell: (row) => (
      <>
        {row.position}
        <FileLine row={row} />
      </>
    ),
  },
  { head: 'Name', width: 170, cell: person, sx: { overflowWrap: 'anywhere' } },
  { head: 'Email', width: 230, cell: email },
  { head: 'Status', width: 124, cell: outcome },
  { head: 'Message', cell: (row) => messageOfRow(row) || '—' },
  { head: 'Invitation', width: 150, cell: ({ invitation }) => <InvitationState invitation={invitation} /> },
];

function card(row: ImportRow) {
  const place = `Row ${row.position}${row.line === null ? '' : `, line ${row.line}`}`;
  const invitation = row.invitation !== null && (
    <>
      Invitation: <InvitationState invitation={row.invitation} />
    </>
  );
  return <RowCard title={person(row)} aside={outcome(row)} lines={[email(row), [place, messageOfRow(row)].filter(Boolean).join(' · '), invitation || null]} />;
}

/** The outcome of each row. */
export function ResultRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  return <RowList label="Results by row" rows={rows} keyOf={({ row }) => row} columns={columns} minWidth={880} wraps card={card} />;
}
