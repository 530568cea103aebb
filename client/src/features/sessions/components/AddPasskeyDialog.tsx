import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import { messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { showFieldErrors } from '~/forms/problems';
import { TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { createPasskey } from '~/lib/passkeys';
import { ProgressButton } from '~/ui/ProgressButton';

import { useAddNewPasskeyMutation, useReadNewPasskeyOptionsMutation } from '../factorsApi';
import { passkeySchema, type PasskeyValues } from '../passkeySchema';

interface AddPasskeyDialogProps {
  readonly onClose: () => void;
  /** With the recovery codes of a first factor; none where the account has some. */
  readonly onAdded: (name: string, codes: readonly string[]) => void;
}

/** Names a new passkey, which the device then makes. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const id = useId();
  const form = useZodForm<PasskeyValues>(passkeySchema, { name: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [readOptions] = useReadNewPasskeyOptionsMutation();
  const [add] = useAddNewPasskeyMutation();
  const { isSubmitting } = form.formState;

  const showProblem = (problem: unknown) => {
    if (!showFieldErrors(form, problem)) setFailure(messageOf(problem, 'The passkey could not be added.'));
  };
  const save = async ({ name }: PasskeyValues) => {
    setFailure(null);
    const { data: options, error: unavailable } = await readOptions();
    if (options === undefined) {
      showProblem(unavailable);
      return;
    }
    const outcome = await createPasskey(options);
    if ('failure' in outcome) {
      setFailure(outcome.failure);
      return;
    }
    const { data, error } = await add({ addPasskeyRequest: { name, credential: outcome.credential } });
    if (data === undefined) showProblem(error);
    else onAdded(name, data.recoveryCodes);
  };

  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Add a passkey</DialogTitle>
      <Form form={form} label="Add a passkey" error={failure} onSubmit={save} gap={0}>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField control={form.control} name="name" label="Name" autoComplete="off" enterKeyHint="done" initialFocus hint="By which you will know it, such as My phone" />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Your device asks for your fingerprint, face or PIN next.
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <ProgressButton type="submit" busy={isSubmitting} busyLabel="Waiting for your device…">
            Continue
          </ProgressButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
