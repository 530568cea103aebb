import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router';

import { useGetOwnProfileQuery } from '~/api/profile';
import { BackLink } from '~/ui/BackLink';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { profileOf, roleOf } from '../format';
import { EditPersonForm } from '../person/EditPersonForm';
import { PendingEmail } from '../person/PendingEmail';
import { PersonFacts } from '../person/PersonFacts';
import { PersonPart } from '../person/PersonPart';
import { PersonParts } from '../person/PersonParts';
import { usePerson } from '../person/usePerson';
import { useRights } from '../useRights';

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
  gap: 2,
} as const;
const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 } as const;

/** One person: all fields, corrected where the matrix allows it, and what is known beside them. */
export function PersonPage() {
  const { userId = '' } = useParams();
  const answer = usePerson(userId);
  // What may be edited is known with one's own profile.
  const { isLoading } = useGetOwnProfileQuery();
  const rights = useRights();
  const { data: user } = answer;
  const ready = isLoading ? undefined : user;
  const mayEdit = ready !== undefined && rights.mayEdit(ready);
  return (
    <PageShell>
      <BackLink to="/dashboard/users?tab=manage">Manage Users</BackLink>
      <PageHeader
        title={user?.fullName ?? 'Person'}
        subtitle={user === undefined ? '' : `${roleOf(user)} · ${profileOf(user)}${user.isActive ? '' : ' · Inactive'}`}
        {...(ready !== undefined &&
          rights.isSelf(ready) && {
            actions: (
              <Button component={Link} to="/dashboard/profile" variant="outlined">
                Your details
              </Button>
            ),
          })}
      />
      <Box sx={columns}>
        <Box sx={column}>
          {mayEdit ? (
            <EditPersonForm key={ready.id} user={ready} />
          ) : (
            <PersonPart title="Details" answer={{ ...answer, data: ready }} failure="This person could not be loaded." lines={8}>
              {(loaded) => <PersonFacts user={loaded} />}
            </PersonPart>
          )}
          {ready !== undefined && !mayEdit && <PendingEmail user={ready} mayCancel={false} />}
        </Box>
        <Box sx={column}>{ready !== undefined && <PersonParts user={ready} rights={rights} />}</Box>
      </Box>
    </PageShell>
  );
}
