import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from '~/ui/icons';

import type { ImportRow, Invitation } from '../api';
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
