import { Button, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { isProblem, messageOf, type Problem } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { useConfirmNewEmailMutation } from '../api';
import { LinkPage } from '../components/AuthLayout';

const INCOMPLETE = 'This link is incomplete. Please open it again from the email.';
const FAILED = 'The address could not be confirmed. Please try again.';

/** A link that the server takes no more: used, replaced, withdrawn, expired, or of an address that is taken by now. */
const isOver = (error: unknown): error is Problem =>
  isProblem(error) && error.code !== 'locked' && [400, 409, 422].includes(error.status);

function textsOf({ confirmed, error }: { readonly confirmed: boolean; readonly error: unknown }) {
  if (confirmed) return { title: 'Email confirmed', text: 'You are logged out on all devices. Your password stays as it is.' };
  if (!isOver(error)) {
    return {
      title: 'Confirm your email address',
      text: 'Your company has entered this address for your account. Once it is confirmed, you log in with it.',
    };
  }
  if (error.status === 409) return { title: 'This address cannot be used', text: 'You log in with your former address.' };
  return {
    title: 'This link does not work',
    text: 'A link is valid for 72 hours and works once. If you have confirmed the address already, log in with it.',
  };
}

/** Opened from the mail to a new address. Only the button confirms, because mail scanners open every link. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const [confirm, { data, error, isLoading }] = useConfirmNewEmailMutation();
  const confirmed = data !== undefined;
  const over = isOver(error);
  const { title, text } = textsOf({ confirmed, error });
  const problem = token === '' ? INCOMPLETE : error === undefined ? null : messageOf(error, FAILED);
  return (
    <LinkPage title={title} subtitle={text}>
      <div role="status">{confirmed && <Typography sx={{ fontWeight: 600 }}>{data.message}</Typography>}</div>
      {!confirmed && <FormError message={problem} />}
      {confirmed || over ? (
        <Button component={RouterLink} to="/login" variant="contained" size="large">
          Log in
        </Button>
      ) : (
        <ProgressButton
          size="large"
          disabled={token === ''}
          busy={isLoading}
          busyLabel="Confirming…"
          onClick={() => void confirm({ confirmEmailRequest: { token } })}
        >
          Confirm this address
        </ProgressButton>
      )}
    </LinkPage>
  );
}
