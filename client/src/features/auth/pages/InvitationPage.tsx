import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { useEffect } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import type { Claims } from '~/api/session/claims';
import { useLogoutMutation } from '~/api/session/endpoints';
import { endSession } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { FormError } from '~/forms/Form';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { useOpenLinkMutation } from '../api';
import { LinkPage } from '../components/AuthLayout';
import type { FlowState } from '../flowState';

const INCOMPLETE = 'This link is incomplete. Please open it again from the message.';
const FAILED = 'Your invitation could not be opened. Please try again.';
const OVER = 'A link is valid for 72 hours and sets one password. If you have chosen yours already, log in with it.';
const TITLE = 'Your invitation';

/** The end of another account's session drops every call that is under way. */
const isDropped = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/** Opens the flow of the invited account, and continues to its new password. */
function useOpening() {
  const navigate = useNavigate();
  const [openLink, { error, isLoading }] = useOpenLinkMutation();

  const open = async (token: string): Promise<void> => {
    const { data, error: failure } = await openLink({ openInvitationRequest: { token } });
    if (isDropped(failure)) {
      await open(token);
      return;
    }
    if (data === undefined) return;
    const { userId, signInName, fullName, companyName } = data;
    const state: FlowState = {
      userId,
      context: 'LOGIN',
      temporaryPassword: true,
      email: signInName,
      fullName: fullName ?? undefined,
      invitedBy: companyName,
    };
    await navigate('/reset-password', { replace: true, state });
  };

  return { open, error, opening: isLoading };
}

function LoginAndReset() {
  return (
    <>
      <Button component={RouterLink} to="/login" variant="contained" size="large">
        Log in
      </Button>
      <Button component={RouterLink} to="/forgot-password" size="large">
        Forgot password
      </Button>
    </>
  );
}

/** In a browser that is logged in to another account: it is left before the invited one is opened. */
function LeaveFirst({ claims }: { readonly claims: Claims }) {
  const dispatch = useAppDispatch();
  const [logout, { error, isLoading }] = useLogoutMutation();

  const leave = async () => {
    const result = await logout();
    const over = isProblem(result.error) && result.error.status === 401;
    if (result.error === undefined || over) dispatch(endSession('logout'));
  };

  return (
    <LinkPage title={TITLE} subtitle={`You are logged in as ${claims.email ?? claims.fullName} in this browser. To accept an invitation, log out first.`}>
      <FormError message={error === undefined ? null : messageOf(error, 'Logout failed')} />
      <ProgressButton size="large" busy={isLoading} busyLabel="Logging out…" onClick={() => void leave()}>
        Log out and continue
      </ProgressButton>
      <Button component={RouterLink} to="/dashboard" size="large">
        Stay logged in
      </Button>
    </LinkPage>
  );
}

function Opening({ token }: { readonly token: string }) {
  const { open, error, opening } = useOpening();

  // The page opens it by itself, but only by a POST: programs that follow the links of a mail change nothing.
  useEffect(() => {
    void open(token);
    // Once for each token; what `open` closes over makes no other call of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token]);

  if (isProblem(error) && [400, 422].includes(error.status)) {
    return (
      <LinkPage title="This link does not work" subtitle={OVER}>
        <FormError message={messageOf(error, FAILED)} />
        <LoginAndReset />
      </LinkPage>
    );
  }
  if (error !== undefined && !opening) {
    return (
      <LinkPage title={TITLE}>
        <FormError message={messageOf(error, FAILED)} />
        <ProgressButton size="large" busy={opening} busyLabel="Opening…" onClick={() => void open(token)}>
          Try again
        </ProgressButton>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={TITLE}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <CircularProgress size={20} aria-hidden="true" />
        <Typography>Opening your {BRAND_NAME} account…</Typography>
      </Box>
    </LinkPage>
  );
}

/** Opened from the button of an invitation. */
export function InvitationPage() {
  const token = useLinkToken();
  const claims = useClaims();
  if (token === '') {
    return (
      <LinkPage title={TITLE}>
        <FormError message={INCOMPLETE} />
        <LoginAndReset />
      </LinkPage>
    );
  }
  return claims === null ? <Opening key={token} token={token} /> : <LeaveFirst claims={claims} />;
}
