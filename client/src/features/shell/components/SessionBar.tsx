import { Box, Button, Typography } from '@mui/material';
import { useSyncExternalStore } from 'react';

import { messageOf } from '~/api/problem';
import { isRenewing, onRenewing } from '~/api/reauth';
import { useExtendSessionMutation } from '~/api/session/endpoints';
import { storeAccessToken } from '~/api/session/lifecycle';
import { DECIDES_ON_SESSION } from '~/api/session/monitor';
import { useClaims } from '~/api/session/slice';
import { secondsUntil, useSecondsUntil } from '~/lib/clock';
import { useAppDispatch } from '~/lib/dispatch';
import { describeWait, formatSeconds } from '~/lib/format';
import { layout } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { useLogout } from '../useLogout';

const SHOWN_FOR = 5 * 60;
const LAST_CALL = 60;
const TOAST_SHOWN_FOR = 6_000;
const ANNOUNCED: ReadonlySet<number> = new Set([SHOWN_FOR, LAST_CALL, 30, 10]);

function announce(seconds: number): string {
  return ANNOUNCED.has(seconds) ? `You will be logged out in ${describeWait(seconds)}.` : '';
}

/** Shown in the last five minutes without activity: any activity renews the token earlier. */
export function SessionBar() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [extend, { isLoading }] = useExtendSessionMutation();
  const { logout, leaving } = useLogout();
  const ends = useClaims()?.exp;
  const seconds = useSecondsUntil(ends === undefined ? null : ends * 1000);
  const renewing = useSyncExternalStore(onRenewing, isRenewing);
  if (renewing || seconds === 0 || seconds > SHOWN_FOR) return null;

  const lastCall = seconds <= LAST_CALL;
  const stay = async () => {
    const { data, error } = await extend();
    if (data === undefined) {
      toasts.error(messageOf(error, 'Your session could not be extended.'));
      return;
    }
    dispatch(storeAccessToken(data.authToken));
    if (secondsUntil(data.absoluteExpiresAt) <= SHOWN_FOR) {
      toasts.info('This session cannot last any longer. Save your work and log in again.', TOAST_SHOWN_FOR);
      return;
    }
    toasts.success('Session refreshed successfully.', TOAST_SHOWN_FOR);
  };

  return (
    <Box
      component="aside"
      aria-label="Session"
      {...DECIDES_ON_SESSION}
      sx={{
        position: 'sticky',
        top: layout.topBar,
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        bgcolor: lastCall ? 'soft.warning' : 'soft.accent',
      }}
    >
      <Typography variant="body2" aria-hidden sx={{ fontWeight: lastCall ? 600 : 400, fontVariantNumeric: 'tabular-nums' }}>
        You will be logged out in {formatSeconds(seconds)}
      </Typography>
      <span role={lastCall ? 'alert' : 'status'} className="visually-hidden">
        {announce(seconds)}
      </span>
      <ProgressButton size="small" busy={isLoading} onClick={() => void stay()}>
        Stay logged in
      </ProgressButton>
      <Button size="small" disabled={leaving} onClick={() => void logout()}>
        Log out
      </Button>
    </Box>
  );
}
