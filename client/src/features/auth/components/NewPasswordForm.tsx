import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { PasswordField } from '~/forms/PasswordField';
import { showFieldErrors } from '~/forms/problems';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { useZodForm } from '~/forms/useZodForm';
import type { Person } from '~/lib/passwordRules';
import { ProgressButton } from '~/ui/ProgressButton';

import { newPasswordSchema, type NewPasswordValues, REQUIRED_MESSAGE } from '../schema';

interface NewPasswordFormProps {
  /** What the password may not be built from, as far as it is known. */
  readonly person: Person;
  readonly busy: boolean;
  readonly submitLabel: string;
  /** Null on success, else the error. */
  readonly onSubmit: (values: NewPasswordValues) => Promise<unknown>;
}

const FAILED = 'Failed to reset password. Please try again.';

export function NewPasswordForm({ person, busy, submitLabel, onSubmit }: NewPasswordFormProps) {
  const form = useZodForm<NewPasswordValues>(newPasswordSchema, { newPassword: '', confirmPassword: '' });
  const [formError, setFormError] = useState<string | null>(null);
  const password = useWatch({ control: form.control, name: 'newPassword' });

  const submit = async (values: NewPasswordValues) => {
    setFormError(null);
    const error = await onSubmit(values);
    if (error === null) return;
    if (showFieldErrors(form, error)) return;
    setFormError(typeof error === 'string' ? error : messageOf(error, FAILED));
  };

  const onInvalid = () => {
    const { newPassword, confirmPassword } = form.getValues();
    setFormError(newPassword === '' || confirmPassword === '' ? REQUIRED_MESSAGE : null);
  };

  return (
    <Form form={form} label="Set new password" error={formError} onSubmit={submit} onInvalid={onInvalid}>
      {/* By it a password manager knows whose password it keeps. */}
      {person.email !== undefined && <input type="text" autoComplete="username" value={person.email} readOnly hidden />}
      <PasswordField control={form.control} name="newPassword" label="New password" autoComplete="new-password" enterKeyHint="next" initialFocus />
      <StrengthMeter password={password} person={person} fieldError={form.formState.errors.newPassword?.message} />
      <PasswordField control={form.control} name="confirmPassword" label="Confirm password" autoComplete="new-password" enterKeyHint="go" />
      <ProgressButton type="submit" size="large" fullWidth busy={busy} busyLabel="Saving…">
        {submitLabel}
      </ProgressButton>
    </Form>
  );
}
