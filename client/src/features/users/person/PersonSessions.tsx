import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { formatMoment } from '~/lib/format';

import type { UserRecord } from '../api';
import { SignOutUserDialog } from '../row/UserDialogs';
import { useUserActs } from '../row/useUserActs';
import { useReadUserSessionsQuery } from './personApi';
import { Entries, Entry, Nothing, PersonPart } from './PersonPart';
import { PersonSsoLinks } from './PersonSsoLinks';
import { useFollowed } from './useFollowed';

interface PersonSessionsProps {
  readonly user: UserRecord;
  readonly mayEnd: boolean;
}

/** Where a person is logged in, and the end of all that. */
export function PersonSessions({ user, mayEnd }: PersonSessionsProps) {
  const answer = useReadUserSessionsQuery({ userId: user.id }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const acts = useUserActs();
  const [asking, setAsking] = useState(false);
  useFollowed(user.id, answer.refetch);
  const signOut = async () => {
    await acts.signOut(user);
    setAsking(false);
  };
  return (
    <PersonPart
      title="Sessions"
      answer={answer}
      failure="The sessions could not be loaded."
      lines={2}
      aside={
        mayEnd &&
        (answer.data?.sessions.length ?? 0) > 0 && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => {
              setAsking(true);
            }}
          >
            Log out everywhere
          </Button>
        )
      }
    >
      {({ sessions, ssoLinks }) => (
        <>
          {sessions.length === 0 && <Nothing>Not logged in on any device.</Nothing>}
          <Entries label="Sessions">
            {sessions.map(({ id, device, address, firstSeenAt, lastSeenAt }) => (
              <Entry key={id}>
                <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {device}
                </Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
                  Last seen {formatMoment(lastSeenAt)} · logged in {formatMoment(firstSeenAt)}
                  {address !== null && ` · ${address}`}
                </Typography>
              </Entry>
            ))}
          </Entries>
          {ssoLinks.length > 0 && <PersonSsoLinks user={user} links={ssoLinks} mayRemove={mayEnd} />}
          <SignOutUserDialog
            user={user}
            open={asking}
            busy={acts.signingOut}
            onConfirm={() => void signOut()}
            onClose={() => {
              setAsking(false);
            }}
            onClosed={() => undefined}
          />
        </>
      )}
    </PersonPart>
  );
}
