import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';

import { formatCount } from '~/lib/format';
import { UploadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import { ASK_FROM } from '../states';

interface StartButtonProps {
  readonly validRows: number;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onStart: (invite: boolean) => void;
}

/** Starts the import. For many people it asks first and offers to create the accounts without invitations. */
export function StartButton({ validRows, busy, disabled, onStart }: StartButtonProps) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  const start = (invite: boolean) => () => {
    close();
    onStart(invite);
  };
  const people = formatCount(validRows);
  return (
    <>
      <ProgressButton
        busy={busy}
        disabled={disabled || validRows === 0}
        startIcon={<UploadIcon fontSize="small" />}
        onClick={() => {
          if (validRows >= ASK_FROM) setAsking(true);
          else onStart(true);
        }}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        Upload {people} Valid {validRows === 1 ? 'User' : 'Users'}
      </ProgressButton>
      <Dialog open={asking} onClose={close} maxWidth="sm" fullWidth role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <DialogTitle id={`${id}-title`}>Create {people} accounts and email each an invitation now?</DialogTitle>
        <DialogContent>
          <DialogContentText id={`${id}-text`} component="div" variant="body2">
            Invitations cannot be called back. You can also create the accounts now and invite everyone later, from the results.
          </DialogContentText>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
          {/* A dialog takes the focus; here the harmless answer has it. */}
          {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
          <Button autoFocus variant="outlined" onClick={close}>
            Cancel
          </Button>
          <Button variant="outlined" onClick={start(false)}>
            Create Without Inviting
          </Button>
          <Button variant="contained" onClick={start(true)}>
            Create and Invite {people}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
