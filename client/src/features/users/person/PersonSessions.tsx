import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import { type SsoLinkItem, useReadUserSessionsQuery, useRemovePersonSsoLinkMutation, type UserRecord } from '../api';
import { SignOutUserDialog, useUserActs } from '../row/UserDialogs';
import { Entries, Entry, Nothing, padding, PersonPart } from './PersonPart';
import { useFollowedPerson } from './usePersonInAddress';

interface PersonSsoLinksProps {
  readonly user: UserRecord;
  readonly links: readonly SsoLinkItem[];
  readonly mayRemove: boolean;
}

/** A person's account at the company's provider. */
export function PersonSsoLinks({ user, links, mayRemove }: PersonSsoLinksProps) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemovePersonSsoLinkMutation();
  const [asking, setAsking] = useState(false);
  const names = links.map(({ name }) => name).join(', ');
  const close = () => setAsking(false);
  const confirm = async () => {
    const { data, error } = await remove({ userId: user.id });
    close();
    if (data === undefined) toasts.error(messageOf(error, 'The link could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 200px' }}>
        {links.map(({ name, createdAt }) => (
          <Typography key={createdAt} variant="body2">
            Sign-in by {name}: linked since {formatMoment(createdAt)}
          </Typography>
        ))}
      </Box>
      {mayRemove && (
        <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
          Remove link
        </Button>
      )}
      <ConfirmDialog open={asking} destructive busy={isLoading} title={`Remove the link of ${user.fullName}?`} confirmLabel="Remove link" onConfirm={() => void confirm()} onClose={close}>
        <strong>{user.fullName}</strong> is no longer connected with the account at {names}, and is logged out where they logged in there. When they log in there again, both are linked again by the
        email.
      </ConfirmDialog>
    </Box>
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
    <PersonPart
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
    </PersonPart>
  );
}
