import { t } from '@lingui/core/macro';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';

import { ignoreHeldKey } from './ConfirmDialog';
import { ProgressButton } from './ProgressButton';
import { useIsMobile } from './useIsMobile';

interface FormDialogProps {
  readonly title: string;
  readonly maxWidth?: 'xs' | 'sm';
  /** What it does is large or cannot be undone: the focus is on Cancel, and a key that is still held does nothing. */
  readonly asks?: boolean;
  /** Fills the screen of a phone. */
  readonly isSheet?: boolean;
  /** One of its fields takes the focus instead. */
  readonly hasFields?: boolean;
  readonly submitLabel: string;
  readonly busy?: boolean;
  readonly busyLabel?: string;
  readonly disabled?: boolean;
  readonly destructive?: boolean;
  /** False where nothing can be submitted. */
  readonly hasSubmit?: boolean;
  /** What the other button does, where it does not close the dialog. */
  readonly back?: (() => void) | undefined;
  readonly describedBy?: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, maxWidth = 'sm', asks = false, isSheet = false, hasFields = false, submitLabel, busy = false, busyLabel, disabled = false, destructive = false, hasSubmit = true } = props;
  const { back, describedBy, onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      {...(asks && { onKeyDown: ignoreHeldKey })}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={useIsMobile() && isSheet}
      role={asks ? 'alertdialog' : 'dialog'}
      aria-labelledby={id}
      aria-describedby={describedBy}
    >
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>{children}</DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
          {/* A dialog takes the focus; here the harmless answer has it, or the first field. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button autoFocus={asks && !hasFields} variant="outlined" onClick={back ?? onClose} disabled={busy}>
            {back === undefined ? t`Cancel` : t`Back`}
          </Button>
          {hasSubmit && (
            <ProgressButton
              type="submit"
              busy={busy}
              {...(busyLabel !== undefined && { busyLabel })}
              disabled={disabled}
              color={destructive ? 'error' : 'primary'}
              sx={{ fontVariantNumeric: 'tabular-nums' }}
            >
              {submitLabel}
            </ProgressButton>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
