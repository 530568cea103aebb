import Box from '@mui/material/Box';

import type { Invitation } from '../api';
import { INVITATIONS } from '../format';

const colours: Readonly<Partial<Record<Invitation, string>>> = { lapsed: 'warning.main', failed: 'error.main', accepted: 'success.main' };

export function InvitationState({ invitation }: { readonly invitation: Invitation }) {
  return (
    <Box component="span" sx={{ color: colours[invitation] ?? 'text.secondary' }}>
      {INVITATIONS[invitation]}
    </Box>
  );
}
