import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { createPasskey } from '~/lib/passkeys';
import { ProgressButton } from '~/ui/ProgressButton';

import { useAcceptWithPasskeyMutation, useReadInvitationPasskeyOptionsMutation } from '../api';

const FAILED = 'The passkey could not be added. Please try again or choose a password.';

interface PasskeyInsteadProps {
  readonly userId: string;
  readonly busy: boolean;
  /** With the recovery codes, which are shown once. */
  readonly onAccepted: (codes: readonly string[]) => void;
}

/** Below the form of an invited person's password: a passkey in its place. */
export function PasskeyInstead({ userId, busy, onAccepted }: PasskeyInsteadProps) {
  const [readOptions] = useReadInvitationPasskeyOptionsMutation();
  const [accept] = useAcceptWithPasskeyMutation();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);

  /** Null when it is done, or nothing is to be said. */
  const attempt = async (): Promise<string | null> => {
    const { data: options, error: unavailable } = await readOptions({ invitationPasskeyOptionsRequest: { userId } });
    if (options === undefined) return messageOf(unavailable, FAILED);
    const outcome = await createPasskey(options);
    if ('failure' in outcome) return outcome.failure;
    const { data, error: refusal } = await accept({ acceptByPasskeyRequest: { userId, credential: outcome.credential } });
    if (data === undefined) return messageOf(refusal, FAILED);
    onAccepted(data.recoveryCodes);
    return null;
  };
  const ask = async () => {
    setError(null);
    setAsking(true);
    setError(await attempt());
    setAsking(false);
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2.5 }}>
      <Divider sx={{ color: 'text.secondary', typography: 'body2' }}>or</Divider>
      <FormError message={error} />
      <ProgressButton variant="outlined" size="large" fullWidth busy={asking} disabled={busy} busyLabel="Waiting for your device…" onClick={() => void ask()}>
        Use a passkey instead
      </ProgressButton>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You log in with your fingerprint, face or PIN, and have no password to remember.
      </Typography>
    </Box>
  );
}
