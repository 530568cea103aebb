import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { FormDialog } from '~/ui/FormDialog';
import { KeptCodes } from '~/ui/KeptCodes';

import { type RegisteredTotp, useConfirmTotpAppMutation } from '../api';

interface AddAppDialogProps {
  readonly app: RegisteredTotp;
  readonly onClose: () => void;
  /** With the recovery codes of a first factor; none where the account has some. */
  readonly onAdded: (codes: readonly string[]) => void;
}

/** "ABCD EFGH …", as people type it. */
const inFours = (secret: string) => secret.match(/.{1,4}/gu)?.join(' ') ?? secret;

function Scan({ app }: { readonly app: RegisteredTotp }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
      <Typography variant="body2" sx={{ justifySelf: 'start' }}>
        Open an authenticator app, such as Google Authenticator, Microsoft Authenticator or the one in your password manager,
        and scan this image.
      </Typography>
      <Box component="img" alt="QR code for the authenticator app" src={`data:image/svg+xml;utf8,${encodeURIComponent(app.qr)}`} sx={{ width: 200, height: 200, bgcolor: 'common.white' }} />
      <Typography variant="body2" sx={{ justifySelf: 'start' }}>
        On this phone? <Link href={app.uri}>Open it in the app</Link>, or type this key:
      </Typography>
      <Box component="code" sx={{ justifySelf: 'stretch', p: 1.5, bgcolor: 'surface.sunken', overflowWrap: 'anywhere', fontSize: '1rem' }}>
        {inFours(app.secret)}
      </Box>
    </Box>
  );
}

const codeSchema = z.object({
  code: z.string().check(z.regex(/^\s*(?:\d\s*){6}$/u, 'Enter the 6 digits that the app shows')),
});

/** The first two steps: the app gets its key, and shows by a code that it has it. */
export function AddAppDialog({ app, onClose, onAdded }: AddAppDialogProps) {
  const [isScan, setIsScan] = useState(true);
  const form = useZodForm(codeSchema, { code: '' }, { reValidateMode: 'onSubmit' });
  const { control, clearErrors } = form;
  const [confirm, { isLoading }] = useConfirmTotpAppMutation();

  // What was wrong goes once the code is edited; a code that is half typed is not yet wrong.
  const typed = useWatch({ control, name: 'code' });
  useEffect(() => clearErrors('code'), [typed, clearErrors]);

  const save = async ({ code }: z.infer<typeof codeSchema>) => {
    const { data, error } = await confirm({ factorId: app.id, confirmTotpRequest: { code: code.replaceAll(/\s/gu, '') } });
    if (data !== undefined) onAdded(data.recoveryCodes);
    else if (!showFieldErrors(form, error)) form.setError('code', { message: messageOf(error, 'The app could not be added.') });
  };
  const next = () => {
    if (isScan) setIsScan(false);
    else if (!isLoading) void form.handleSubmit(save)();
  };
  return (
    <FormDialog
      title={isScan ? 'Step 1 of 3: scan' : 'Step 2 of 3: enter its code'}
      maxWidth="xs"
      submitLabel="Continue"
      busy={isLoading}
      busyLabel="Checking…"
      back={isScan ? undefined : () => setIsScan(true)}
      onSubmit={next}
      onClose={onClose}
    >
      {isScan ? (
        <Scan app={app} />
      ) : (
        <TextField
          control={control}
          name="code"
          label="Code that the app shows"
          hint="6 digits; a new code comes every 30 seconds."
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="go"
          initialFocus
        />
      )}
    </FormDialog>
  );
}

/** The third step, and new codes on demand. It is left only by saying that they are kept. */
export function CodesDialog({ title, codes, onKept }: { readonly title: string; readonly codes: readonly string[]; readonly onKept: () => void }) {
  const id = useId();
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <KeptCodes codes={codes} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onKept}>
          I have kept them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
