import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

import { messageOf } from '~/api/problem';
import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { labelOf } from '~/lib/people';
import { ErrorState } from '~/ui/ErrorState';
import { Fact } from '~/ui/Fact';
import { Panel } from '~/ui/Panel';

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  gap: 3,
  m: 0,
  p: { xs: 2, sm: 2.5 },
} as const;

const FACTS = 6;

function Facts({ profile }: { readonly profile: OwnProfile }) {
  return (
    <Box component="dl" sx={grid}>
      <Fact term="Full name">{profile.fullName}</Fact>
      <Fact term="Email">{profile.email}</Fact>
      <Fact term="Phone">{profile.phone}</Fact>
      <Fact term="Company">{profile.companyName}</Fact>
      <Fact term="Profile">{profile.profile === null ? 'Applicant' : labelOf('profile', profile.profile)}</Fact>
      <Fact term="Role">{labelOf('role', profile.role)}</Fact>
    </Box>
  );
}

function FactsSkeleton() {
  return (
    <Box role="status" aria-label="Loading your details" sx={grid}>
      {Array.from({ length: FACTS }, (_, index) => (
        <Box key={index}>
          <Skeleton width={64} height={20} />
          <Skeleton width="75%" height={24} />
        </Box>
      ))}
    </Box>
  );
}

/** Who is signed in, as the server knows them. */
export function OwnDetails() {
  const { data: profile, error, refetch } = useGetOwnProfileQuery();
  return (
    <Panel title="Your details">
      {profile !== undefined && <Facts profile={profile} />}
      {profile === undefined && error === undefined && <FactsSkeleton />}
      {profile === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'Failed to load user data')} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}
