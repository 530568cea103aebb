import { Button } from '@mui/material';
import { Link } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { ImportHistory } from '~/features/imports/overview/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';
import { AUDITORS, isProfile } from '~/lib/profiles';

interface MoreLinkProps {
  readonly to: string;
  readonly children: string;
}

function MoreLink({ to, children }: MoreLinkProps) {
  return (
    <Button component={Link} to={`/dashboard/users/${to}`} variant="outlined">
      {children}
    </Button>
  );
}

/** The links to what belongs to User Management; to the audit trail for profiles that may read it. */
function MoreLinks() {
  const profile = useClaims()?.profile;
  return (
    <>
      <MoreLink to="batches">Batches</MoreLink>
      <MoreLink to="jobs">Bulk changes</MoreLink>
      {isProfile(profile) && AUDITORS.includes(profile) && <MoreLink to="audit">Activity</MoreLink>}
    </>
  );
}

/** User Management with what the imports, the changes of many people and the trail show in it. */
export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} renderBulk={(dialog) => <BulkDialog {...dialog} />} actions={<MoreLinks />} />;
}
