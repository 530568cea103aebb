import { t } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { Link } from 'react-router';

import { PageHeader, PageShell } from '~/ui/PageShell';

import { ImportHistory } from '../overview/ImportHistory';

export function ImportsPage() {
  const upload = (
    <Button component={Link} to="/dashboard/users/imports/new" variant="contained">
      {t`Upload CSV File`}
    </Button>
  );
  return (
    <PageShell>
      <PageHeader title={t`Imports`} subtitle={t`Every file that was uploaded in your company, and what became of it.`} actions={upload} />
      <ImportHistory />
    </PageShell>
  );
}
