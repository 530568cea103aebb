import { msg, t } from '@lingui/core/macro';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { use, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import type { Claims } from '~/api/session/claims';
import { serverApi } from '~/api/generated/serverApi';
import { endSession } from '~/api/session/lifecycle';
import { useClaims } from '~/api/session/slice';
import { FormError } from '~/forms/Form';
import { BRAND_NAME } from '~/lib/brand';
import { useAppDispatch } from '~/lib/dispatch';
import { InstituteContext } from '~/lib/institute';
import { useLinkToken } from '~/lib/useLinkToken';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { LinkButton, LinkPage } from '../components/LinkPage';
import type { FlowState } from '../flowState';

const OVER = msg`A link is valid for 72 hours and sets one password. If you have chosen yours already, log in with it; if not, “Forgot password” lets you choose one.`;
const TITLE = msg`Your invitation`;

/** The end of another account's session drops every call that is under way. */
const isDropped = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

function LoginAndReset() {
  return (
    <>
      <LinkButton to="/login">{t`Log in`}</LinkButton>
      <LinkButton to="/forgot-password" variant="text">
        {t`Forgot password`}
      </LinkButton>
    </>
  );
}

/** In a browser that is logged in to another account: it is left before the invited one is opened. */
function LeaveFirst({ claims }: { readonly claims: Claims }) {
  const dispatch = useAppDispatch();
  const [logout, { error, isLoading }] = serverApi.useEndLoginMutation();

  const leave = async () => {
    const result = await logout();
    const over = isProblem(result.error) && result.error.status === 401;
    if (result.error === undefined || over) dispatch(endSession('logout'));
  };

  return (
    <LinkPage title={t(TITLE)} subtitle={t`You are logged in as ${{ email: claims.email ?? claims.fullName }} in this browser. To accept an invitation, log out first.`}>
      <FormError message={error === undefined ? null : messageOf(error, t`Logout failed`)} />
      <ProgressButton size="large" busy={isLoading} busyLabel={t`Logging out…`} onClick={() => void leave()}>
        {t`Log out and continue`}
      </ProgressButton>
      <LinkButton to="/dashboard" variant="text">
        {t`Stay logged in`}
      </LinkButton>
    </LinkPage>
  );
}

function Opening({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const [openLink, { error, isLoading }] = authApi.useOpenLinkMutation();

  const open = async (): Promise<void> => {
    const { data, error: failure } = await openLink({ openInvitationRequest: { token } });
    if (isDropped(failure)) return open();
    if (data === undefined) return;
    const { userId, signInName, fullName, companyName, companyLogo } = data;
    const state: FlowState = {
      userId,
      context: 'LOGIN',
      temporaryPassword: true,
      email: signInName,
      fullName: fullName ?? undefined,
      invitedBy: companyName,
      invitedByLogo: companyLogo ?? undefined,
    };
    await navigate('/reset-password', { replace: true, state });
  };

  // The page opens it by itself, but only by a POST: programs that follow the links of a mail change nothing.
  const openAtOnce = useEffectEvent(() => void open());
  useEffect(() => openAtOnce(), [token]);

  const isOver = isProblem(error) && [400, 422].includes(error.status);
  if (error !== undefined && (isOver || !isLoading)) {
    return (
      <LinkPage title={isOver ? t`This link does not work` : t(TITLE)} subtitle={isOver ? t(OVER) : undefined}>
        <FormError message={messageOf(error, t`Your invitation could not be opened. Please try again.`)} />
        {isOver ? (
          <LoginAndReset />
        ) : (
          <Button variant="contained" size="large" onClick={() => void open()}>
            {t`Try again`}
          </Button>
        )}
      </LinkPage>
    );
  }
  return (
    <LinkPage institute={use(InstituteContext)} title={t(TITLE)}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <CircularProgress size={20} aria-hidden="true" />
        <Typography>{t`Opening your ${BRAND_NAME} account…`}</Typography>
      </Box>
    </LinkPage>
  );
}

export function InvitationPage() {
  const token = useLinkToken();
  const claims = useClaims();
  if (token === '') {
    return (
      <LinkPage title={t(TITLE)}>
        <FormError message={t`This link is incomplete. Please open it again from the message.`} />
        <LoginAndReset />
      </LinkPage>
    );
  }
  return claims === null ? <Opening key={token} token={token} /> : <LeaveFirst claims={claims} />;
}
