import Box from '@mui/material/Box';

import { AlertIcon, CheckCircleIcon, InfoIcon } from '~/ui/icons';

import type { Invitation, RowStatus } from '../api';
import { outcomeOf } from '../states';

const icon = { fontSize: 16 } as const;
const outcomes = {
  Created: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  Failed: { color: 'error.main', icon: <AlertIcon sx={icon} /> },
  'Not created': { color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
} as const;

/** A row's outcome: a word, an icon, a colour. */
export function Outcome({ status }: { readonly status: RowStatus }) {
  const outcome = outcomeOf(status);
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
