import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

import { ProgressButton } from './ProgressButton';

/** A key that is still pressed since a dialog was opened does not confirm it. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** What the other button does; "Cancel" unless the act itself is a cancelling. */
  readonly dismissLabel?: string;
  readonly busy?: boolean;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onClosed?: () => void;
}

/** Asks before an act; the object's name belongs into its text. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, dismissLabel = t`Cancel`, busy = false, destructive = false, disabled = false } = props;
  const { onConfirm, onClose, onClosed } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      onKeyDown={ignoreHeldKey}
      // It is removed right after that, and with it the focus that was in it.
      slotProps={{ transition: { onExited: () => queueMicrotask(() => onClosed?.()) } }}
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
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus={destructive} variant="outlined" onClick={onClose} disabled={busy}>
          {dismissLabel}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <ProgressButton autoFocus={!destructive} busy={busy} disabled={disabled} color={destructive ? 'error' : 'primary'} onClick={onConfirm}>
          {confirmLabel}
        </ProgressButton>
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'open' | 'onConfirm' | 'onClose' | 'confirmLabel'> {
  /** The text of the button and, unless that has its own, of the one in the dialog. */
  readonly label: string;
  readonly confirmLabel?: string;
  readonly button?: ButtonProps;
  /** False while there is nothing to act on: the button is gone, an open question stays. */
  readonly offered?: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmButton({ label, confirmLabel = label, button, offered = true, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {offered && (
        <Button variant="outlined" size="small" {...button} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog {...dialog} open={asking} confirmLabel={confirmLabel} onConfirm={() => void onConfirm().then(close)} onClose={close} />
    </>
  );
}
