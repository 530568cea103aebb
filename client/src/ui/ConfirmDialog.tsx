import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Skeleton } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

import { ErrorState } from './ErrorState';
import { ProgressButton } from './ProgressButton';

interface UndoPlanProps<Plan> {
  /** Undefined while it is counted. */
  readonly plan: Plan | undefined;
  /** Why it could not be counted. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly children: (plan: Plan) => ReactNode;
}

/** What undoing would do: before it is known, and when it cannot be, as well. */
export function UndoPlan<Plan>({ plan, failure, onRetry, children }: UndoPlanProps<Plan>) {
  if (plan !== undefined) return children(plan);
  if (failure !== null) return <ErrorState message={failure} onRetry={onRetry} />;
  return (
    <Box role="status" aria-label="Counting what can be undone">
      <Skeleton width="70%" />
      <Skeleton width="50%" />
    </Box>
  );
}

/** A key that is still pressed since a dialog was opened does not confirm it. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** What the button does, such as "Delete User". */
  readonly confirmLabel: string;
  /** What the other button does; "Cancel" unless the act itself is a cancelling. */
  readonly dismissLabel?: string;
  readonly busy?: boolean;
  readonly destructive?: boolean;
  /** As long as there is nothing to confirm. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** After it has been removed from the page. */
  readonly onClosed?: () => void;
}

/** Asks before an act; the object's name belongs into its text. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, dismissLabel = 'Cancel', busy = false, destructive = false, disabled = false } = props;
  const { onConfirm, onClose, onClosed } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      onKeyDown={ignoreHeldKey}
      slotProps={{ transition: { onExited: () => onClosed?.() } }}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} component="div" variant="body2">
          {children}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        {/* A dialog takes the focus: on what loses nothing, where its action cannot be undone. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
        <Button autoFocus={destructive} variant="outlined" onClick={onClose} disabled={busy}>
          {dismissLabel}
        </Button>
        <ProgressButton autoFocus={!destructive} busy={busy} disabled={disabled} color={destructive ? 'error' : 'primary'} onClick={onConfirm}>
          {confirmLabel}
        </ProgressButton>
      </DialogActions>
    </Dialog>
  );
}
