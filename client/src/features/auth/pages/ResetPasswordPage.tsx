import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';

import { createPasskey, runCeremony, supportsPasskeys } from '~/api/passkeys';
import { Form, FormError } from '~/forms/Form';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { PasswordField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import type { Person } from '~/lib/passwordRules';
import { ProgressButton } from '~/ui/ProgressButton';
import { KeptCodes } from '~/ui/KeptCodes';
import { Note } from '~/ui/Text';
import { useAttempt } from '~/ui/useAttempt';

import { authApi } from '../api';
import { AuthLayout, Or } from '../components/AuthLayout';
import { StartAgain } from '../components/Delivery';
import { type FlowState, readFlowState, useLoginCompletion } from '../flowState';
import { newPasswordSchema, type NewPasswordValues } from '../schema';

interface NewRecoveryCodesProps {
  readonly codes: readonly string[];
  readonly completing: boolean;
  /** Null on success, else the sentence to show. */
  readonly onKept: () => Promise<string | null>;
}

function NewRecoveryCodes({ codes, completing, onKept }: NewRecoveryCodesProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const part = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <AuthLayout title={t`Keep your recovery codes`} subtitle={t`Your passkey is ready.`}>
      <Box ref={part} tabIndex={-1} sx={{ display: 'grid', gap: 2, outline: 'none' }}>
        <KeptCodes codes={codes} />
        <FormError message={failure} />
        <ProgressButton size="large" fullWidth busy={completing} busyLabel={t`Logging in…`} onClick={() => void onKept().then(setFailure)}>
          {t`I have kept them`}
        </ProgressButton>
      </Box>
    </AuthLayout>
  );
}

interface NewPasswordFormProps {
  /** What the password may not be built from, as far as it is known. */
  readonly person: Person;
  readonly busy: boolean;
  readonly submitLabel: string;
  /** Null on success, else the error, which may be a sentence. */
  readonly onSubmit: (values: NewPasswordValues) => Promise<unknown>;
}

function NewPasswordForm({ person, busy, submitLabel, onSubmit }: NewPasswordFormProps) {
  const form = useZodForm<NewPasswordValues>(newPasswordSchema, { newPassword: '', confirmPassword: '' });
  const { control } = form;
  const password = useWatch({ control, name: 'newPassword' });
  const submit = async (values: NewPasswordValues) => {
    const error = await onSubmit(values);
    if (error !== null) showFailure(form, error, t`Failed to reset password. Please try again.`);
  };
  return (
    <Form form={form} label={t`Set new password`} onSubmit={submit}>
      {/* By it a password manager knows whose password it keeps. */}
      {person.email !== undefined && <input type="text" autoComplete="username" value={person.email} readOnly hidden />}
      <PasswordField control={control} name="newPassword" label={t`New password`} autoComplete="new-password" enterKeyHint="next" initialFocus />
      <StrengthMeter password={password} person={person} fieldError={form.formState.errors.newPassword?.message} />
      <PasswordField control={control} name="confirmPassword" label={t`Confirm password`} autoComplete="new-password" enterKeyHint="go" />
      <ProgressButton type="submit" size="large" fullWidth busy={busy} busyLabel={t`Saving…`}>
        {submitLabel}
      </ProgressButton>
    </Form>
  );
}

interface PasskeyInsteadProps {
  readonly userId: string;
  readonly busy: boolean;
  /** With the recovery codes, which are shown once. */
  readonly onAccepted: (codes: readonly string[]) => void;
}

function PasskeyInstead({ userId, busy, onAccepted }: PasskeyInsteadProps) {
  const [readOptions] = authApi.useReadInvitationPasskeyOptionsMutation();
  const [accept] = authApi.useAcceptWithPasskeyMutation();
  const attempt = useAttempt(async () => {
    const options = await readOptions({ invitationPasskeyOptionsRequest: { userId } });
    const { data, error } = await runCeremony(options, createPasskey, (credential) => accept({ acceptByPasskeyRequest: { userId, credential } }));
    if (data !== undefined) onAccepted(data.recoveryCodes);
    return error;
  }, t`The passkey could not be added. Please try again or choose a password.`);
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2.5 }}>
      <Or />
      <FormError message={attempt.error} />
      <ProgressButton variant="outlined" size="large" fullWidth busy={attempt.busy} disabled={busy} busyLabel={t`Waiting for your device…`} onClick={attempt.run}>
        {t`Use a passkey instead`}
      </ProgressButton>
      <Note>{t`You log in with your fingerprint, face or PIN, and have no password to remember.`}</Note>
    </Box>
  );
}

function textsOf({ invitedBy, fullName, email }: FlowState) {
  if (invitedBy === undefined) {
    return {
      title: t`Set New Password`,
      subtitle: t`You logged in with a temporary password. Choose your own to go on to your dashboard.`,
    };
  }
  const signInName = email ?? t`your email`;
  return {
    title: t`Choose your password`,
    subtitle:
      fullName === undefined
        ? t`Welcome. ${invitedBy} has made an account for you. You log in with ${signInName} and this password.`
        : t`Welcome, ${fullName}. ${invitedBy} has made an account for you. You log in with ${signInName} and this password.`,
  };
}

function SetNewPassword({ flow }: { readonly flow: FlowState }) {
  const [replacePassword, { isLoading }] = authApi.useSetOwnPasswordMutation();
  const { complete, completing } = useLoginCompletion();
  const { userId } = flow;
  const replaced = useRef(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  // A password is replaced once; what fails after that is the login, which can be retried.
  const save = async (values: NewPasswordValues): Promise<unknown> => {
    if (!replaced.current) {
      const { error } = await replacePassword({ newPasswordRequest: { userId, ...values } });
      if (error !== undefined) return error;
      replaced.current = true;
    }
    return complete(userId);
  };

  if (codes !== null) return <NewRecoveryCodes codes={codes} completing={completing} onKept={() => complete(userId)} />;
  return (
    <AuthLayout {...textsOf(flow)} institute={flow.invitedBy === undefined ? null : { name: flow.invitedBy, logo: flow.invitedByLogo ?? '' }} foot={<StartAgain flow={flow} />}>
      <NewPasswordForm person={flow} busy={isLoading || completing} submitLabel={t`Set password`} onSubmit={save} />
      {flow.invitedBy !== undefined && supportsPasskeys() && <PasskeyInstead userId={userId} busy={isLoading || completing} onAccepted={setCodes} />}
    </AuthLayout>
  );
}

function ResetPassword({ flow }: { readonly flow: FlowState }) {
  const navigate = useNavigate();
  const [completeReset, { isLoading }] = authApi.useCompleteResetMutation();
  const { userId, email, from } = flow;

  const save = async (values: NewPasswordValues): Promise<unknown> => {
    const { error } = await completeReset({ completeResetRequest: { userId, ...values } });
    if (error !== undefined) return error;
    await navigate('/login', { replace: true, state: { passwordResetComplete: true, email, from } });
    return null;
  };

  return (
    <AuthLayout title={t`Reset Password`} subtitle={t`Choose a new password. You will be logged out everywhere.`} foot={<StartAgain flow={flow} />}>
      <NewPasswordForm person={flow} busy={isLoading} submitLabel={t`Reset password`} onSubmit={save} />
    </AuthLayout>
  );
}

export function ResetPasswordPage() {
  const flow = readFlowState(useLocation().state);
  if (flow?.context === 'PASSWORD_RESET') return <ResetPassword flow={flow} />;
  if (flow?.context === 'LOGIN' && flow.temporaryPassword) return <SetNewPassword flow={flow} />;
  return <Navigate to="/login" replace />;
}
