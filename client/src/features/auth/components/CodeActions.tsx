import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { formatSeconds } from '~/lib/format';
import { useSecondsUntil } from '~/lib/useSecondsUntil';

import type { Channel } from '../api';

interface CodeActionsProps {
  readonly resendAt: string | null;
  /** No code was requested yet: it may be requested at once. */
  readonly nothingSent: boolean;
  readonly otherChannel: Channel | null;
  /** The code does not arrive: the other channel is the way on. */
  readonly otherIsBetter: boolean;
  readonly busy: boolean;
  readonly onRequest: () => void;
  readonly onResend: () => void;
  readonly onSwitch: (channel: Channel) => void;
}

/** Requests another code once that is allowed, or one by the other channel. */
export function CodeActions(props: CodeActionsProps) {
  const { resendAt, nothingSent, otherChannel, otherIsBetter, busy, onRequest, onResend, onSwitch } = props;
  const seconds = useSecondsUntil(resendAt);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, mx: -1.5 }}>
      {nothingSent ? (
        <Button size="small" disabled={busy} onClick={onRequest}>
          Request code
        </Button>
      ) : (
        <Button size="small" disabled={busy || seconds > 0} onClick={onResend} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {seconds > 0 ? `Resend code in ${formatSeconds(seconds)}` : 'Resend code'}
        </Button>
      )}
      {otherChannel !== null && (
        <Button
          size="small"
          variant={otherIsBetter ? 'contained' : 'text'}
          disabled={busy}
          onClick={() => {
            onSwitch(otherChannel);
          }}
        >
          {otherChannel === 'SMS' ? 'Use SMS instead' : 'Use email instead'}
        </Button>
      )}
    </Box>
  );
}
