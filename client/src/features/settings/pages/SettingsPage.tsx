import Paper from '@mui/material/Paper';

import { EmptyState } from '~/ui/EmptyState';
import { SettingsIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

export function SettingsPage() {
  return (
    <PageShell>
      <PageHeader title="Settings" />
      <Paper variant="outlined">
        <EmptyState title="Settings Coming Soon" icon={<SettingsIcon fontSize="small" />}>
          This section is under development.
        </EmptyState>
      </Paper>
    </PageShell>
  );
}
