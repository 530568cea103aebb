import Box from '@mui/material/Box';

import { readableDay } from '~/forms/dates';
import { formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/people';
import { Fact } from '~/ui/Fact';

import type { UserRecord } from '../api';
import { profileOf, roleOf, signInOf } from '../format';
import { padding } from './PersonPart';

const grid = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))', gap: 2, m: 0 } as const;

/** All fields of a person. */
export function PersonFacts({ user }: { readonly user: UserRecord }) {
  const { dateOfBirth, gender, workLocation } = user;
  return (
    <Box component="dl" sx={{ ...padding, ...grid }}>
      <Fact term="Email">{user.email ?? '—'}</Fact>
      {user.code !== null && <Fact term="Code">{user.code}</Fact>}
      <Fact term="Phone">{user.phone}</Fact>
      <Fact term="Profile">{profileOf(user)}</Fact>
      <Fact term="Role">{roleOf(user)}</Fact>
      <Fact term="Work location">{workLocation ?? '—'}</Fact>
      <Fact term="Date of birth">{dateOfBirth === null ? '—' : readableDay(dateOfBirth)}</Fact>
      <Fact term="Gender">{gender === null ? '—' : labelOf('gender', gender)}</Fact>
      <Fact term="Access">{user.isActive ? 'Active' : 'Inactive'}</Fact>
      <Fact term="Created">{formatMoment(user.createdAt)}</Fact>
      <Fact term="Last login">{signInOf(user)}</Fact>
    </Box>
  );
}
