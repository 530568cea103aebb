import { ProgressButton } from './ProgressButton';

interface PasskeyButtonProps {
  readonly busy: boolean;
  readonly onAsk: () => void;
}

/** Proves the user by a passkey. */
export function PasskeyButton({ busy, onAsk }: PasskeyButtonProps) {
  return (
    <ProgressButton variant="outlined" fullWidth busy={busy} busyLabel="Waiting for your passkey…" onClick={onAsk}>
      Use your passkey
    </ProgressButton>
  );
}
