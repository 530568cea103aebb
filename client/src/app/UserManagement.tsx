import { ImportHistory } from '~/features/imports/components/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';

/** User Management with what the imports show in it. */
export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} />;
}
