import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { Form } from '~/forms/Form';
import { PasswordField } from '~/forms/PasswordField';
import { showFieldErrors } from '~/forms/problems';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { emptyValues, useZodForm } from '~/forms/useZodForm';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { useShowFactorsQuery } from '../factorsApi';
import { useChangeOwnPasswordMutation } from '../profileApi';
import { firstPasswordSchema, passwordSchema, type PasswordValues } from '../schema';

const EMPTY = emptyValues(passwordSchema);

/** Changes the password; asks for the current one, where there is one. */
export function ChangePassword() {
  const { data: security } = useShowFactorsQuery();
  // Until it is known, as for most accounts.
  const hasPassword = security?.hasPassword ?? true;
  return <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} />;
}

function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const form = useZodForm<PasswordValues>(hasPassword ? passwordSchema : firstPasswordSchema, EMPTY);
  const [formError, setFormError] = useState<string | null>(null);
  const [change, { isLoading }] = useChangeOwnPasswordMutation();
  const toasts = useToasts();
  const claims = useClaims();
  const typed = useWatch({ control: form.control, name: 'newPassword' });

  const save = async (values: PasswordValues) => {
    setFormError(null);
    const { data, error } = await change({ changePasswordRequest: values });
    if (data !== undefined) {
      form.reset(EMPTY);
      toasts.success(data.message);
      return;
    }
    if (!showFieldErrors(form, error)) setFormError(messageOf(error, 'Your password could not be changed.'));
  };

  const onInvalid = () => {
    const { currentPassword, ...chosen } = form.getValues();
    const missing = Object.values(hasPassword ? { currentPassword, ...chosen } : chosen).includes('');
    setFormError(missing ? 'Please fill in all required fields' : null);
  };

  return (
    <Panel title="Password">
      <Form form={form} label="Change password" error={formError} onSubmit={save} onInvalid={onInvalid} padding={{ xs: 2, sm: 2.5 }}>
        {!hasPassword && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            You have no password and do not need one. If you choose one, it works beside what you log in with now.
          </Typography>
        )}
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${hasPassword ? '3' : '2'}, minmax(0, 1fr))` }, gap: 2.5, alignItems: 'start' }}>
          {hasPassword && (
            <PasswordField control={form.control} name="currentPassword" label="Current password" autoComplete="current-password" enterKeyHint="next" />
          )}
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <PasswordField control={form.control} name="newPassword" label="New password" autoComplete="new-password" enterKeyHint="next" />
            <StrengthMeter password={typed} person={claims === null ? {} : { ...claims, email: claims.email ?? '' }} fieldError={form.formState.errors.newPassword?.message} />
          </Box>
          <PasswordField control={form.control} name="confirmPassword" label="Confirm password" autoComplete="new-password" enterKeyHint="done" />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            All other devices are logged out. You will get a confirmation email.
          </Typography>
          <ProgressButton type="submit" busy={isLoading} busyLabel="Saving…" sx={{ ml: 'auto' }}>
            {hasPassword ? 'Change password' : 'Choose password'}
          </ProgressButton>
        </Box>
      </Form>
    </Panel>
  );
}
