import { Typography } from '@mui/material';

import { isProblem, type Problem } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { LinkButton, LinkPage, problemOf } from '../components/LinkPage';

/** A link that the server takes no more: used, replaced, withdrawn, expired, or of an address that is taken by now. */
const isOver = (error: unknown): error is Problem => isProblem(error) && error.code !== 'locked' && [400, 409, 422].includes(error.status);

function textsOf(confirmed: boolean, error: unknown) {
  if (confirmed) return { title: 'Email confirmed', subtitle: 'You are logged out on all devices. Your password stays as it is.' };
  if (!isOver(error)) {
    return {
      title: 'Confirm your email address',
      subtitle: 'Your company has entered this address for your account. Once it is confirmed, you log in with it.',
    };
  }
  if (error.status === 409) return { title: 'This address cannot be used', subtitle: 'You log in with your former address.' };
  return {
    title: 'This link does not work',
    subtitle: 'A link is valid for 72 hours and works once. If you have confirmed the address already, log in with it.',
  };
}

export function ConfirmEmailPage() {
  const token = useLinkToken();
  const [confirm, { data, error, isLoading }] = authApi.useConfirmNewEmailMutation();
  const confirmed = data !== undefined;
  return (
    <LinkPage {...textsOf(confirmed, error)}>
      <div role="status">{confirmed && <Typography sx={{ fontWeight: 600 }}>{data.message}</Typography>}</div>
      {!confirmed && <FormError message={problemOf(token, error, 'The address could not be confirmed. Please try again.')} />}
      {confirmed || isOver(error) ? (
        <LinkButton to="/login">Log in</LinkButton>
      ) : (
        <ProgressButton size="large" disabled={token === ''} busy={isLoading} busyLabel="Confirming…" onClick={() => void confirm({ confirmEmailRequest: { token } })}>
          Confirm this address
        </ProgressButton>
      )}
    </LinkPage>
  );
}
