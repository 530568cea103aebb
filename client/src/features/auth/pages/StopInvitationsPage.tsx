import { msg, t } from '@lingui/core/macro';
import { Typography } from '@mui/material';
import { useLocation } from 'react-router';

import { FormError } from '~/forms/Form';
import { translated } from '~/lib/sentences';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { LinkPage, problemOf } from '../components/LinkPage';

const ASK = msg`You were invited by a company that you don’t know. If you stop it, it can no longer invite you, and we look into it.`;

export function StopInvitationsPage() {
  const code = useLocation().hash.slice(1);
  const [stop, { data, error, isLoading }] = authApi.useStopInvitationsMutation();
  return (
    <LinkPage title={data === undefined ? t`Stop these invitations?` : t`Invitations stopped`} subtitle={data === undefined ? t(ASK) : t`You can delete the email.`}>
      <div role="status">{data !== undefined && <Typography sx={{ fontWeight: 600 }}>{translated(data.message)}</Typography>}</div>
      {data === undefined && (
        <>
          <FormError message={problemOf(code, error, t`The invitations could not be stopped. Please try again.`)} />
          <ProgressButton size="large" disabled={code === ''} busy={isLoading} busyLabel={t`Stopping…`} onClick={() => void stop({ stopInvitationsRequest: { code } })}>
            {t`I don’t know this company`}
          </ProgressButton>
        </>
      )}
    </LinkPage>
  );
}
