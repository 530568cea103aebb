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

const ASK =
  'If it was not you, your account is logged out on all devices and its password ends. What the email is about is undone ' +
  'where that is possible. Then you choose a new password.';

function linesOf({ sessionsEnded, passwordEnded, factorRemoved, recoveryCodesEnded }: NotMeAnswer): string[] {
  const lines = [
    sessionsEnded > 0 && (sessionsEnded === 1 ? 'One device was logged out.' : `${String(sessionsEnded)} devices were logged out.`),
    passwordEnded && 'The password has ended.',
    factorRemoved !== null && `The second factor ${factorRemoved} was removed.`,
    recoveryCodesEnded && 'The recovery codes have ended.',
  ].filter((line) => line !== false);
  return lines.length === 0 ? ['Nothing was left to do.'] : lines;
}

function Done({ answer }: { readonly answer: NotMeAnswer }) {
  const claims = useClaims();
  return (
    <LinkPage title="Your account was logged out" subtitle="If you have more of these emails, use the button of each of them, too.">
      <Box role="status">
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {linesOf(answer).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      </Box>
      {claims === null ? (
        <LinkButton to="/forgot-password" state={{ email: answer.email }}>
          Choose a new password
        </LinkButton>
      ) : (
        <Typography>
          You are logged in as {claims.email} in this browser. To choose a new password for {answer.email}, log out first.
        </Typography>
      )}
    </LinkPage>
  );
}

function Asking({ token }: { readonly token: string }) {
  const claims = useClaims();
  const dispatch = useAppDispatch();
  const [undo, { data, error, isLoading }] = authApi.useUndoActMutation();
  const problem = problemOf(token, error, 'Your account could not be logged out. Please try again.');

  const press = async () => {
    const { data: done } = await undo({ notMeRequest: { token } });
    // The server has ended this browser's session, too.
    if (done !== undefined && done.email === claims?.email) dispatch(endSession('logout'));
  };

  if (data !== undefined) return <Done answer={data} />;
  if (isProblem(error) && [400, 422].includes(error.status)) {
    return (
      <LinkPage title="This link does not work" subtitle="A link is valid for 72 hours, and as long as the account has this email.">
        <FormError message={problem} />
        <LinkButton to="/forgot-password">Choose a new password</LinkButton>
      </LinkPage>
    );
  }
  return (
    <LinkPage title="Was it not you?" subtitle={ASK}>
      <FormError message={problem} />
      <ProgressButton size="large" disabled={token === ''} busy={isLoading} busyLabel="Logging out…" onClick={() => void press()}>
        That was not me
      </ProgressButton>
      <LinkButton to="/" variant="text">
        It was me
      </LinkButton>
    </LinkPage>
  );
}

export function NotMePage() {
  const token = useLinkToken();
  return <Asking key={token} token={token} />;
}
