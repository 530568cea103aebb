import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { isProblem, messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
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
import { useRobotCheck } from '../robotCheck/useRobotCheck';
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const robotCheck = useRobotCheck();
  const [fullName, email, password] = useWatch({ control, name: ['fullName', 'email', 'password'] });

  // Editing the password may make the repetition valid.
  useEffect(() => {
    if (form.getFieldState('confirmPassword').error !== undefined) void form.trigger('confirmPassword');
  }, [form, password]);

  const say = (sentence: string | null) => {
    setFailure({ sentence, applyTo });
  };

  const showFailure = (error: unknown) => {
    const refusedCompany = isProblem(error) ? error.errors?.['applyTo'] : undefined;
    const unchecked = robotCheck.showRefusal(error);
    const shown = showFieldErrors(form, error);
    if (refusedCompany !== undefined) say(refusedCompany);
    else if (!shown && !unchecked) say(messageOf(error, FAILED));
  };

  const submit = async ({ fullName, email, phone: typed, password: chosen }: SignupValues) => {
    say(null);
    const phone = normalizePhone(typed);
    const application = applyTo === null ? {} : { applyTo };
    const { data, error } = await register({
      registerRequest: { fullName, email, phone, password: chosen, recaptchaToken: robotCheck.payload, ...application },
    });
    robotCheck.renew();
    if (data === undefined) {
      showFailure(error);
      return;
    }
    say(await onRegistered(data, { EMAIL: email, SMS: typed }));
  };

  return (
    <Form form={form} label="Sign up" error={failure?.applyTo === applyTo ? failure.sentence : null} onSubmit={submit}>
      <TextField control={control} name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" initialFocus />
      <EmailField control={control} />
      <PhoneField control={control} />
      <PasswordField control={control} name="password" label="Password" autoComplete="new-password" enterKeyHint="next" />
      <StrengthMeter password={password} person={{ fullName, email }} fieldError={form.formState.errors.password?.message} />
      <PasswordField control={control} name="confirmPassword" label="Confirm password" autoComplete="new-password" enterKeyHint="go" />
      <TermsField control={control} />
      {check?.kind !== 'off' && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel="Creating your account…">
        Sign up
      </ProgressButton>
    </Form>
  );
}
