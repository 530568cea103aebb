import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { readDraft } from '~/forms/drafts';
import { labelOf } from '~/lib/people';
import { ErrorState } from '~/ui/ErrorState';
import { Fact } from '~/ui/Fact';
import { Panel } from '~/ui/Panel';

import { DETAILS_DRAFT, DetailsForm } from './DetailsForm';

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
      <Fact term="Email">{profile.email ?? '—'}</Fact>
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

/** Editing, and the focus back where it was called for. */
function useEditing(userId: string) {
  // What was typed before a reload is typed on.
  const [editing, setEditing] = useState(() => readDraft(DETAILS_DRAFT, userId) !== null);
  const button = useRef<HTMLButtonElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    if (ended.current && !editing) button.current?.focus();
    ended.current = editing;
  }, [editing]);
  return { editing, setEditing, button };
}

/** The user's details, from the server, and the button that edits them. */
export function OwnDetails() {
  const { data: profile, error, refetch } = useGetOwnProfileQuery();
  const userId = useClaims()?.userId ?? '';
  const { editing, setEditing, button } = useEditing(userId);
  return (
    <Panel
      title="Your details"
      aside={
        profile !== undefined &&
        !editing && (
          <Button
            ref={button}
            size="small"
            sx={{ mr: -1 }}
            aria-label="Edit your details"
            onClick={() => {
              setEditing(true);
            }}
          >
            Edit
          </Button>
        )
      }
    >
      {profile !== undefined && !editing && <Facts profile={profile} />}
      {profile !== undefined && editing && (
        <DetailsForm
          userId={userId}
          profile={profile}
          onDone={() => {
            setEditing(false);
          }}
        />
      )}
      {profile === undefined && error === undefined && <FactsSkeleton />}
      {profile === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'Failed to load user data')} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}
