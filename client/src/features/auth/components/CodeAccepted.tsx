import { ProgressButton } from '~/ui/ProgressButton';

interface CodeAcceptedProps {
  readonly busy: boolean;
  readonly onContinue: () => void;
}

/** Instead of the code's form, once the code was right. */
export function CodeAccepted({ busy, onContinue }: CodeAcceptedProps) {
  return (
    <ProgressButton size="large" fullWidth busy={busy} busyLabel="Going on…" onClick={onContinue}>
      Continue
    </ProgressButton>
  );
}
