import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { PersonPage } from '~/features/users/pages/PersonPage';

export function Person() {
  return <PersonPage renderBulk={(dialog) => <BulkDialog {...dialog} />} />;
}
