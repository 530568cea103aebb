import { Button, Typography } from '@mui/material';
import { useState } from 'react';

import { formatMoment } from '~/lib/format';
import { Entries, Entry, Nothing, QueryPanel } from '~/ui/Panel';
import { SsoLinks } from '~/ui/SsoLinks';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type SsoLinkItem, useReadUserSessionsQuery, useRemovePersonSsoLinkMutation, type UserRecord } from '../api';
import { SignOutUserDialog, useUserActs } from '../row/UserDialogs';
import { useFollowedPerson } from './usePersonInAddress';

interface PersonSsoLinksProps {
  readonly user: UserRecord;
  readonly links: readonly SsoLinkItem[];
  readonly mayRemove: boolean;
}

function PersonSsoLinks({ user, links, mayRemove }: PersonSsoLinksProps) {
  const toasts = useToasts();
  const { act, busy } = useAct(useRemovePersonSsoLinkMutation(), 'The link could not be removed.');
  const remove = async () => {
    const done = await act({ userId: user.id });
    if (done !== undefined) toasts.success(done.message);
  };
  return (
    <SsoLinks links={links} question={`Remove the link of ${user.fullName}?`} mayRemove={mayRemove} busy={busy} onRemove={remove}>
      <strong>{user.fullName}</strong> is no longer connected with the account at {links.map(({ name }) => name).join(', ')}, and is logged out where they logged in
      there. When they log in there again, both are linked again by the email.
    </SsoLinks>
  );
}

interface PersonSessionsProps {
  readonly user: UserRecord;
  readonly mayEnd: boolean;
}

/** Where a person is logged in, and the end of all that. */
export function PersonSessions({ user, mayEnd }: PersonSessionsProps) {
  const answer = useReadUserSessionsQuery({ userId: user.id }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const acts = useUserActs();
  const [asking, setAsking] = useState(false);
  useFollowedPerson(user.id, answer.refetch);
  const signOut = async () => {
    await acts.signOut(user);
    setAsking(false);
  };
  return (
    <QueryPanel
      title="Sessions"
      answer={answer}
      failure="The sessions could not be loaded."
      lines={2}
      aside={
        mayEnd &&
        (answer.data?.sessions.length ?? 0) > 0 && (
          <Button variant="outlined" size="small" onClick={() => setAsking(true)}>
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
            onClose={() => setAsking(false)}
            onClosed={() => undefined}
          />
        </>
      )}
    </QueryPanel>
  );
}
