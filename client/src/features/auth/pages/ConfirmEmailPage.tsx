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

/** A token of the mail to the present address of a person who has asked for another. */
const isOfPresent = (token: string) => token.startsWith('present.');

function textsOf(confirmed: boolean, error: unknown, ofPresent: boolean) {
  if (confirmed && ofPresent) return { title: t`One more step`, subtitle: t`Your email stays as it is until you open the link in the mail to your new address.` };
  if (confirmed) return { title: t`Email confirmed`, subtitle: t`You are logged out on all devices. Your password stays as it is.` };
  if (!isOver(error)) {
    if (ofPresent) {
      return {
        title: t`Do you want to change your email address?`,
        subtitle: t`Confirm it only if you have asked for it on your profile page. Then we send a link to the new address.`,
      };
    }
    return {
      title: t`Confirm your email address`,
      subtitle: t`This address was entered for your account. Once it is confirmed, you log in with it.`,
    };
  }
  if (error.status === 409) return { title: t`This address cannot be used`, subtitle: t`You log in with your former address.` };
  return {
    title: t`This link does not work`,
    subtitle: ofPresent
      ? t`A link is valid for 72 hours and works once. If you have used it already, open the link in the mail to your new address.`
      : t`A link is valid for 72 hours and works once. If you have confirmed the address already, log in with it.`,
  };
}

export function ConfirmEmailPage() {
  const token = useLinkToken();
  // The link to the new address may be opened where that to the present one was: it is asked about anew.
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { readonly token: string }) {
  const [confirm, { data, error, isLoading }] = authApi.useConfirmNewEmailMutation();
  const confirmed = data !== undefined;
  const ofPresent = isOfPresent(token);
  const isDone = confirmed || isOver(error);
  return (
    <LinkPage {...textsOf(confirmed, error, ofPresent)}>
      <div role="status">{confirmed && <Typography sx={{ fontWeight: 600 }}>{translated(data.message)}</Typography>}</div>
      {!confirmed && <FormError message={problemOf(token, error, t`The address could not be confirmed. Please try again.`)} />}
      {isDone && !(confirmed && ofPresent) && <LinkButton to="/login">{t`Log in`}</LinkButton>}
      {!isDone && (
        <ProgressButton size="large" disabled={token === ''} busy={isLoading} busyLabel={t`Confirming…`} onClick={() => void confirm({ confirmEmailRequest: { token } })}>
          {ofPresent ? t`Confirm the change` : t`Confirm this address`}
        </ProgressButton>
      )}
    </LinkPage>
  );
}
