import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

import { ignoreHeldKey } from './heldKey';
import { ProgressButton } from './ProgressButton';

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
