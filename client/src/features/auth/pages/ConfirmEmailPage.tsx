import { t } from '@lingui/core/macro';
import { Typography } from '@mui/material';

import { isProblem, type Problem } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { translated } from '~/lib/sentences';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { LinkButton, LinkPage, problemOf } from '../components/LinkPage';

/** A link that the server takes no more: used, replaced, withdrawn, expired, or of an address that is taken by now. */
const isOver = (error: unknown): error is Problem => isProblem(error) && error.code !== 'locked' && [400, 409, 422].includes(error.status);

function textsOf(confirmed: boolean, error: unknown) {
  if (confirmed) return { title: t`Email confirmed`, subtitle: t`You are logged out on all devices. Your password stays as it is.` };
  if (!isOver(error)) {
    return {
      title: t`Confirm your email address`,
      subtitle: t`Your company has entered this address for your account. Once it is confirmed, you log in with it.`,
    };
  }
  if (error.status === 409) return { title: t`This address cannot be used`, subtitle: t`You log in with your former address.` };
  return {
    title: t`This link does not work`,
    subtitle: t`A link is valid for 72 hours and works once. If you have confirmed the address already, log in with it.`,
  };
}

export function ConfirmEmailPage() {
  const token = useLinkToken();
  const [confirm, { data, error, isLoading }] = authApi.useConfirmNewEmailMutation();
  const confirmed = data !== undefined;
  return (
    <LinkPage {...textsOf(confirmed, error)}>
      <div role="status">{confirmed && <Typography sx={{ fontWeight: 600 }}>{translated(data.message)}</Typography>}</div>
      {!confirmed && <FormError message={problemOf(token, error, t`The address could not be confirmed. Please try again.`)} />}
      {confirmed || isOver(error) ? (
        <LinkButton to="/login">{t`Log in`}</LinkButton>
      ) : (
        <ProgressButton size="large" disabled={token === ''} busy={isLoading} busyLabel={t`Confirming…`} onClick={() => void confirm({ confirmEmailRequest: { token } })}>
          {t`Confirm this address`}
        </ProgressButton>
      )}
    </LinkPage>
  );
}
