import { Button, type ButtonProps, CircularProgress } from '@mui/material';

interface ProgressButtonProps extends ButtonProps {
  readonly busy: boolean;
  /** The label while it works, such as "Logging in…"; its own label without it. */
  readonly busyLabel?: string;
}

/** A button that shows its own progress. It keeps the focus while it works and ignores further presses. */
export function ProgressButton({ busy, busyLabel, children, onClick, startIcon, ...rest }: ProgressButtonProps) {
  return (
    <Button
      variant="contained"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      startIcon={busy ? <CircularProgress size={16} color="inherit" aria-hidden /> : startIcon}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (busyLabel ?? children) : children}
    </Button>
  );
}
