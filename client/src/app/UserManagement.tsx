import { msg } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { Link } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { ImportHistory } from '~/features/imports/overview/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';
import { AUDITORS } from '~/lib/profiles';
import { texts } from '~/lib/texts';

const links = texts({ batches: msg`Batches`, jobs: msg`Bulk changes`, audit: msg`Activity` });

function MoreLinks() {
  const isAuditor = useHasProfile(AUDITORS);
  return Object.entries(links).map(
    ([path, label]) =>
      (path !== 'audit' || isAuditor) && (
        <Button key={path} component={Link} to={`/dashboard/users/${path}`} variant="text" color="inherit" size="small">
          {label}
        </Button>
      ),
  );
}

export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} renderBulk={(dialog) => <BulkDialog {...dialog} />} actions={<MoreLinks />} />;
}
