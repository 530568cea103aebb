import Button from '@mui/material/Button';
import { Link } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { ImportHistory } from '~/features/imports/overview/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';
import { AUDITORS, isProfile } from '~/lib/profiles';

/** The link to the audit trail, for profiles that may read it. */
function AuditLink() {
  const profile = useClaims()?.profile;
  if (!isProfile(profile) || !AUDITORS.includes(profile)) return null;
  return (
    <Button component={Link} to="/dashboard/users/audit" variant="outlined">
      Activity
    </Button>
  );
}

/** User Management with what the imports and the trail show in it. */
export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} actions={<AuditLink />} />;
}
