import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { PasswordField } from '~/forms/PasswordField';
import { showFieldErrors } from '~/forms/problems';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { ProgressButton } from '~/ui/ProgressButton';

import { useShowRobotCheckQuery } from '../api';
import type { FlowState } from '../flowState';
import { RobotCheck } from '../robotCheck/RobotCheck';
import type { RobotCheckHandle } from '../robotCheck/widget';
import { type RegisterAnswer, useRegisterMutation } from '../signupApi';
import { SIGNUP_DRAFT } from '../signupDraft';
import { EMPTY_SIGNUP, signupSchema, type SignupValues } from '../signupSchema';
import { EmailField, PhoneField } from './ContactFields';
import { TermsField } from './TermsField';

type Contacts = NonNullable<FlowState['contacts']>;

interface SignupFormProps {
  /** The company of an application; null when a company is registered. */
  readonly applyTo: string | null;
  /** Null on success, else the sentence to show. */
  readonly onRegistered: (answer: RegisterAnswer, contacts: Contacts) => Promise<string | null>;
}

/** The error above the form; it is dropped when the application changes. */
interface Failure {
  readonly sentence: string | null;
  readonly applyTo: string | null;
}

const FAILED = 'Signup failed. Please try again.';

export function SignupForm({ applyTo, onRegistered }: SignupFormProps) {
  const form = useZodForm<SignupValues>(signupSchema, EMPTY_SIGNUP);
  const { control } = form;
  // Kept until the sign-up is complete: a mistyped contact leads back here.
  useDraft({ form, ...SIGNUP_DRAFT });
  const [register, { isLoading }] = useRegisterMutation();
  const { data: check } = useShowRobotCheckQuery();
  const [payload, setPayload] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [robotError, setRobotError] = useState<string | null>(null);
  const robotCheck = useRef<RobotCheckHandle>(null);
  const [fullName, email, password] = useWatch({ control, name: ['fullName', 'email', 'password'] });

  // Editing the password may make the repetition valid.
  useEffect(() => {
    if (form.getFieldState('confirmPassword').error !== undefined) void form.trigger('confirmPassword');
  }, [form, password]);

  const say = (sentence: string | null) => {
    setFailure({ sentence, applyTo });
  };

  const showFailure = (error: unknown) => {
    const problem = isProblem(error) ? error : null;
    const errors = problem?.errors;
    setRobotError(errors?.['recaptchaToken'] ?? null);
    const shown = showFieldErrors(form, error);
    if (errors?.['applyTo'] !== undefined) say(errors['applyTo']);
    else if (!shown && errors?.['recaptchaToken'] === undefined) say(messageOf(error, FAILED));
  };

  const submit = async ({ fullName, email, phone: typed, password: chosen }: SignupValues) => {
    say(null);
    const phone = normalizePhone(typed);
    const application = applyTo === null ? {} : { applyTo };
    const { data, error } = await register({
      registerRequest: { fullName, email, phone, password: chosen, recaptchaToken: payload, ...application },
    });
    // A payload is good for one call.
    robotCheck.current?.reset();
    if (data === undefined) {
      showFailure(error);
      return;
    }
    say(await onRegistered(data, { EMAIL: email, SMS: typed }));
  };

  return (
    <Box
      component="form"
      noValidate
      aria-label="Sign up"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <FormError message={failure?.applyTo === applyTo ? failure.sentence : null} />
      <TextField control={control} name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" initialFocus />
      <EmailField control={control} />
      <PhoneField control={control} />
      <PasswordField control={control} name="password" label="Password" autoComplete="new-password" enterKeyHint="next" />
      <StrengthMeter password={password} person={{ fullName, email }} fieldError={form.formState.errors.password?.message} />
      <PasswordField control={control} name="confirmPassword" label="Confirm password" autoComplete="new-password" enterKeyHint="go" />
      <TermsField control={control} />
      {check?.kind !== 'off' && (
        <RobotCheck
          ref={robotCheck}
          error={robotError}
          onPayload={(next) => {
            setPayload(next);
            if (next !== null) setRobotError(null);
          }}
        />
      )}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel="Creating your account…">
        Sign up
      </ProgressButton>
    </Box>
  );
}
