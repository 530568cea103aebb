import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { ImportHistory } from '~/features/imports/overview/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';

export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} renderBulk={(dialog) => <BulkDialog {...dialog} />} />;
}
