import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';

import { FormError } from '~/forms/FormError';
import { supportsPasskeys } from '~/lib/supportsPasskeys';
import { ProgressButton } from '~/ui/ProgressButton';

import type { AuthenticateAnswer } from '../api';
import { usePasskeyLogin } from '../usePasskeyLogin';

interface PasskeyLoginProps {
  /** Continues after an accepted passkey; null on success, else the sentence to show. */
  readonly onAuthenticated: (answer: AuthenticateAnswer) => Promise<string | null>;
}

function PasskeyButton({ onAuthenticated }: PasskeyLoginProps) {
  const { error, asking, ask } = usePasskeyLogin(onAuthenticated);
  return (
    <Box className="of-passkeys" sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
      <Divider sx={{ color: 'text.secondary', typography: 'body2' }}>or</Divider>
      <FormError message={error} />
      <ProgressButton variant="outlined" size="large" fullWidth busy={asking} busyLabel="Waiting for your passkey…" onClick={() => void ask()}>
        Sign in with a passkey
      </ProgressButton>
    </Box>
  );
}

/** The login by a passkey, below the form; nothing where the browser cannot. A passkey is offered in the email field, too. */
export function PasskeyLogin(props: PasskeyLoginProps) {
  return supportsPasskeys() ? <PasskeyButton {...props} /> : null;
}
