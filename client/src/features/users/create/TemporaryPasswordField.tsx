import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import { StrengthMeter } from '~/forms/StrengthMeter';
import { TextField } from '~/forms/TextField';
import { copyText } from '~/lib/copyText';
import { CopyIcon, EyeIcon, EyeOffIcon } from '~/ui/icons';
import { useToasts } from '~/ui/toasts/slice';

import type { CreateUserValues } from './createUserSchema';
import { generateTemporaryPassword } from './temporaryPassword';

const NAME = 'temporaryPassword';

/** The first password of an account: typed, or generated and then shown, to be handed over. */
export function TemporaryPasswordField({ form }: { readonly form: UseFormReturn<CreateUserValues> }) {
  const { control } = form;
  const { errors } = useFormState({ control, name: NAME });
  const toasts = useToasts();
  const [shown, setShown] = useState(false);
  const [fullName, email, password] = useWatch({ control, name: ['fullName', 'email', NAME] });

  const generate = () => {
    form.setValue(NAME, generateTemporaryPassword(), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.clearErrors(NAME);
    setShown(true);
  };
  const copy = async () => {
    if (await copyText(password)) {
      toasts.success('Password copied');
      return;
    }
    setShown(true);
    toasts.info('Your browser does not allow copying here. Select the password and copy it with your keyboard.');
  };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TextField
        control={control}
        name={NAME}
        label="Temporary password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        hint="Sent in the invitation; works for 72 hours."
        aside={
          <Button size="small" variant="text" onClick={generate} sx={{ minHeight: 24, py: 0, px: 0.75, mr: -0.75 }}>
            Generate password
          </Button>
        }
        endAdornment={
          <InputAdornment position="end">
            {password !== '' && (
              <IconButton size="small" aria-label="Copy temporary password" onClick={() => void copy()}>
                <CopyIcon fontSize="small" />
              </IconButton>
            )}
            <IconButton
              edge="end"
              size="small"
              aria-label={shown ? 'Hide temporary password' : 'Show temporary password'}
              onClick={() => {
                setShown(!shown);
              }}
            >
              {shown ? <EyeOffIcon fontSize="small" /> : <EyeIcon fontSize="small" />}
            </IconButton>
          </InputAdornment>
        }
      />
      {password !== '' && <StrengthMeter password={password} person={{ fullName, email }} fieldError={errors[NAME]?.message} />}
    </Box>
  );
}
