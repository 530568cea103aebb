import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import { useClaims } from '~/api/session/slice';
import { EmptyState } from '~/ui/EmptyState';
import { SettingsIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { SignInPolicy } from '../components/SignInPolicy';
import { SingleSignOn } from '../components/SingleSignOn';

export function SettingsPage() {
  const isSuperAdmin = useClaims()?.profile === 'SUPER_ADMIN';
  return (
    <PageShell>
      <PageHeader title="Settings" />
      <Box sx={{ display: 'grid', gap: 3 }}>
        {isSuperAdmin && <SignInPolicy />}
        {isSuperAdmin && <SingleSignOn />}
        <Paper variant="outlined">
          <EmptyState title="Settings Coming Soon" icon={<SettingsIcon fontSize="small" />}>
            This section is under development.
          </EmptyState>
        </Paper>
      </Box>
    </PageShell>
  );
}
