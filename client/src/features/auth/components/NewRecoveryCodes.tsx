import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';

import { FormError } from '~/forms/FormError';
import { KeptCodes } from '~/ui/KeptCodes';
import { ProgressButton } from '~/ui/ProgressButton';

import { AuthLayout } from './AuthLayout';

interface NewRecoveryCodesProps {
  readonly codes: readonly string[];
  readonly completing: boolean;
  /** Null on success, else the sentence to show. */
  readonly onKept: () => Promise<string | null>;
}

/** After a passkey was made from an invitation: its codes, which are shown this once, then the dashboard. */
export function NewRecoveryCodes({ codes, completing, onKept }: NewRecoveryCodesProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const part = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <AuthLayout title="Keep your recovery codes" subtitle="Your passkey is ready.">
      <Box ref={part} tabIndex={-1} sx={{ display: 'grid', gap: 2, outline: 'none' }}>
        <KeptCodes codes={codes} />
        <FormError message={failure} />
        <ProgressButton size="large" fullWidth busy={completing} busyLabel="Logging in…" onClick={() => void onKept().then(setFailure)}>
          I have kept them
        </ProgressButton>
      </Box>
    </AuthLayout>
  );
}
