import { Box, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { labelOfField, TEXT_FIELDS } from '~/api/fields';
import { messageOf } from '~/api/problem';
import { readableDay } from '~/forms/dates';
import { formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { ErrorState } from '~/ui/ErrorState';
import { Fact, Panel } from '~/ui/Panel';

import type { UserRecord } from '../api';
import { profileOf, roleOf, signInOf } from '../format';

export const padding = { px: { xs: 2, sm: 2.5 }, py: 2 } as const;

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface PersonPartProps<Data> {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly answer: Answer<Data>;
  /** The error where the server gives no sentence. */
  readonly failure: string;
  /** How many lines its skeleton has. */
  readonly lines: number;
  readonly children: (data: Data) => ReactNode;
}

/** One part of what is known of a person, with its own skeleton and error. What was loaded stays while it is fetched anew. */
export function PersonPart<Data>({ title, aside, answer, failure, lines, children }: PersonPartProps<Data>) {
  const { data, error, refetch } = answer;
  return (
    <Panel title={title} aside={aside}>
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <Box role="status" aria-label={`Loading ${title.toLowerCase()}`} sx={padding}>
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} width={index % 2 === 0 ? '75%' : '50%'} height={24} />
          ))}
        </Box>
      )}
      {data === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, failure)} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}

/** The sentence of a part that has nothing to show. */
export function Nothing({ children }: { readonly children: string }) {
  return (
    <Typography variant="body2" sx={{ ...padding, color: 'text.secondary', textWrap: 'pretty' }}>
      {children}
    </Typography>
  );
}

interface EntryProps {
  readonly children: ReactNode;
}

/** One of several entries of a part. */
export function Entry({ children }: EntryProps) {
  return (
    <Box component="li" sx={{ ...padding, py: 1.5, display: 'grid', gap: 0.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {children}
    </Box>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Entries({ label, children }: EntriesProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

const grid = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))', gap: 2, m: 0 } as const;

/** All fields of a person. */
export function PersonFacts({ user }: { readonly user: UserRecord }) {
  const { dateOfBirth, gender } = user;
  return (
    <Box component="dl" sx={{ ...padding, ...grid }}>
      <Fact term="Email">{user.email ?? '—'}</Fact>
      {user.code !== null && <Fact term="Code">{user.code}</Fact>}
      <Fact term="Phone">{user.phone}</Fact>
      <Fact term="Profile">{profileOf(user)}</Fact>
      <Fact term="Role">{roleOf(user)}</Fact>
      {TEXT_FIELDS.map((name) => (
        <Fact key={name} term={labelOfField(name)}>
          {user[name] ?? '—'}
        </Fact>
      ))}
      <Fact term="Date of birth">{dateOfBirth === null ? '—' : readableDay(dateOfBirth)}</Fact>
      <Fact term="Gender">{gender === null ? '—' : labelOf('gender', gender)}</Fact>
      <Fact term="Access">{user.isActive ? 'Active' : 'Inactive'}</Fact>
      <Fact term="Created">{formatMoment(user.createdAt)}</Fact>
      <Fact term="Last login">{signInOf(user)}</Fact>
    </Box>
  );
}
