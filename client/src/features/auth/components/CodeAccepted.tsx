import { ProgressButton } from '~/ui/ProgressButton';

interface CodeAcceptedProps {
  readonly busy: boolean;
  readonly onContinue: () => void;
}

/** Replaces the code's form after a right code. */
export function CodeAccepted({ busy, onContinue }: CodeAcceptedProps) {
  return (
    <ProgressButton size="large" fullWidth busy={busy} busyLabel="Continuing…" onClick={onContinue}>
      Continue
    </ProgressButton>
  );
}
