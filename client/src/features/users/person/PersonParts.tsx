import { useClaims } from '~/api/session/slice';
import { AUDITORS, isProfile } from '~/lib/profiles';

import type { UserRecord } from '../api';
import type { Rights } from '../useRights';
import { PersonActivity } from './PersonActivity';
import { PersonBatches } from './PersonBatches';
import { PersonData } from './PersonData';
import { PersonFactors } from './PersonFactors';
import { PersonInvitation } from './PersonInvitation';
import { PersonMessages } from './PersonMessages';
import { PersonSessions } from './PersonSessions';

interface PersonPartsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
}

/** What is known of a person beside the fields; each part loads by itself, and is shown where the server would answer. */
export function PersonParts({ user, rights }: PersonPartsProps) {
  const profile = useClaims()?.profile;
  const mayEdit = rights.mayEdit(user);
  const mayRead = mayEdit || rights.isSelf(user);
  return (
    <>
      <PersonInvitation user={user} mayInvite={mayEdit} />
      <PersonBatches batches={user.batches} />
      {mayRead && <PersonSessions user={user} mayEnd={mayEdit} />}
      {mayEdit && !rights.isSelf(user) && <PersonFactors user={user} />}
      {mayRead && <PersonMessages userId={user.id} />}
      {isProfile(profile) && AUDITORS.includes(profile) && <PersonActivity user={user} />}
      {rights.mayDelete(user) && <PersonData user={user} />}
    </>
  );
}
