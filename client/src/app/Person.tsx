import { PersonPage } from '~/features/users/pages/PersonPage';

import { PeopleDialog } from './PeopleDialog';

export function Person() {
  return <PersonPage renderBulk={(dialog) => <PeopleDialog {...dialog} />} />;
}
