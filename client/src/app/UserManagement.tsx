import { ImportHistory } from '~/features/imports/overview/ImportHistory';
import { UserManagementPage } from '~/features/users/pages/UserManagementPage';

import { PeopleDialog } from './PeopleDialog';

export function UserManagement() {
  return <UserManagementPage importHistory={<ImportHistory />} renderBulk={(dialog) => <PeopleDialog {...dialog} />} />;
}
