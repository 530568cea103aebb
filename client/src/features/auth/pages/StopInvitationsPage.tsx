import { Typography } from '@mui/material';
import { useLocation } from 'react-router';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { ProgressButton } from '~/ui/ProgressButton';

import { useStopInvitationsMutation } from '../api';
import { LinkPage } from '../components/AuthLayout';

const ASK = 'You were invited by a company that you don’t know. If you stop it, it can no longer invite you, and we look into it.';
const INCOMPLETE = 'This link is incomplete. Please open it again from the email.';
const FAILED = 'The invitations could not be stopped. Please try again.';

/** Opened from an invitation. The code is behind the #; only the button acts, because mail scanners open every link. */
export function StopInvitationsPage() {
  const code = useLocation().hash.slice(1);
  const [stop, { data, error, isLoading }] = useStopInvitationsMutation();
  const problem = code === '' ? INCOMPLETE : error === undefined ? null : messageOf(error, FAILED);
  return (
    <LinkPage title={data === undefined ? 'Stop these invitations?' : 'Invitations stopped'} subtitle={data === undefined ? ASK : 'You can delete the email.'}>
      <div role="status">{data !== undefined && <Typography sx={{ fontWeight: 600 }}>{data.message}</Typography>}</div>
      {data === undefined && (
        <>
          <FormError message={problem} />
          <ProgressButton size="large" disabled={code === ''} busy={isLoading} busyLabel="Stopping…" onClick={() => void stop({ stopInvitationsRequest: { code } })}>
            I don’t know this company
          </ProgressButton>
        </>
      )}
    </LinkPage>
  );
}
