import { msg, plural, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';

import type { NotMeAnswer } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { endSession } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { FormError } from '~/forms/Form';
import { useAppDispatch } from '~/lib/dispatch';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { LinkButton, LinkPage, problemOf } from '../components/LinkPage';

const ASK = msg`If it was not you, your account is logged out on all devices and its password ends. What the email is about is undone where that is possible. Then you choose a new password.`;

function linesOf({ sessionsEnded, passwordEnded, factorRemoved, recoveryCodesEnded }: NotMeAnswer): string[] {
  const lines = [
    sessionsEnded > 0 && plural(sessionsEnded, { one: 'One device was logged out.', other: '# devices were logged out.' }),
    passwordEnded && t`The password has ended.`,
    factorRemoved !== null && t`The second factor ${factorRemoved} was removed.`,
    recoveryCodesEnded && t`The recovery codes have ended.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? [t`Nothing was left to do.`] : lines;
}

function Done({ answer }: { readonly answer: NotMeAnswer }) {
  const claims = useClaims();
  return (
    <LinkPage title={t`Your account was logged out`} subtitle={t`If you have more of these emails, use the button of each of them, too.`}>
      <Box role="status">
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {linesOf(answer).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      </Box>
      {claims === null ? (
        <LinkButton to="/forgot-password" state={{ email: answer.email }}>
          {t`Choose a new password`}
        </LinkButton>
      ) : (
        <Typography>
          {t`You are logged in as ${{ email: claims.email ?? '' }} in this browser. To choose a new password for ${{ otherEmail: answer.email }}, log out first.`}
        </Typography>
      )}
    </LinkPage>
  );
}

function Asking({ token }: { readonly token: string }) {
  const claims = useClaims();
  const dispatch = useAppDispatch();
  const [undo, { data, error, isLoading }] = authApi.useUndoActMutation();
  const problem = problemOf(token, error, t`Your account could not be logged out. Please try again.`);

  const press = async () => {
    const { data: done } = await undo({ notMeRequest: { token } });
    // The server has ended this browser's session, too.
    if (done !== undefined && done.email === claims?.email) dispatch(endSession('logout'));
  };

  if (data !== undefined) return <Done answer={data} />;
  if (isProblem(error) && [400, 422].includes(error.status)) {
    return (
      <LinkPage title={t`This link does not work`} subtitle={t`A link is valid for 72 hours, and as long as the account has this email.`}>
        <FormError message={problem} />
        <LinkButton to="/forgot-password">{t`Choose a new password`}</LinkButton>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t`Was it not you?`} subtitle={t(ASK)}>
      <FormError message={problem} />
      <ProgressButton size="large" disabled={token === ''} busy={isLoading} busyLabel={t`Logging out…`} onClick={() => void press()}>
        {t`That was not me`}
      </ProgressButton>
      <LinkButton to="/" variant="text">
        {t`It was me`}
      </LinkButton>
    </LinkPage>
  );
}

export function NotMePage() {
  const token = useLinkToken();
  return <Asking key={token} token={token} />;
}
