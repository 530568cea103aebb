import { t } from '@lingui/core/macro';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';

import { Note } from '~/ui/Text';

import { CopyLine } from './CopyLine';

interface SecretDialogProps {
  /** What the secret belongs to. */
  readonly name: string;
  readonly secret: string;
  readonly advice: string;
  readonly onClose: () => void;
}

/** The only time that a secret is on a screen. A press beside it does not close it. */
export function SecretDialog({ name, secret, advice, onClose }: SecretDialogProps) {
  const id = useId();
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>{t`The secret of ${name}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Note>{advice}</Note>
        <CopyLine label={t`Secret`} text={secret} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>{t`I have kept it`}</Button>
      </DialogActions>
    </Dialog>
  );
}
