import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';

import { Form } from '~/forms/Form';
import { TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { returnPathOf } from '~/lib/redirects';
import { ProgressButton } from '~/ui/ProgressButton';
import { TextLink } from '~/ui/Text';

import { authApi } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { emailOf, type FlowState, pathOf } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';
import { forgotPasswordSchema, type ForgotPasswordValues, identifierSchema, useIdentifierField } from '../schema';

const BY_EMAIL = msg`Enter the email of your account. We will send you a code to set a new password.`;
const BY_ANY = msg`Enter what you log in with. We will send a code to your email, or to your phone where you have no email here.`;

/** The first step of a reset: the account. The page never reveals whether it exists. */
export function ForgotPasswordPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const { field, isEmail, company: companyField } = useIdentifierField();
  const form = useZodForm<ForgotPasswordValues>(isEmail ? forgotPasswordSchema : identifierSchema, { email: emailOf(location.state), company: '' });
  const asksCompany = companyField.isShown(useWatch({ control: form.control, name: 'email' }));
  const [initiate, { isLoading }] = authApi.useInitiateResetMutation();
  // Asked for by the server after many requests, and from then on.
  const [needsCheck, setNeedsCheck] = useState(false);
  const robotCheck = useRobotCheck();
  const from = returnPathOf(location.state);

  const submit = async (values: ForgotPasswordValues) => {
    const email = companyField.nameOf(values, (message) => form.setError('company', { message }, { shouldFocus: true }));
    if (email === null) return;
    const { payload } = robotCheck;
    if (needsCheck && payload === null) {
      robotCheck.demand();
      return;
    }
    const token = payload === null ? {} : { recaptchaToken: payload };
    const { data, error } = await initiate({ initiateResetRequest: { email, ...token } });
    robotCheck.renew();
    if (data === undefined) {
      if (robotCheck.showRefusal(form, error, t`Failed to initiate password reset. Please try again.`)) setNeedsCheck(true);
      return;
    }
    const carried = { email, ...(from === null ? {} : { from }) };
    // Going back shows what was typed.
    await navigate('.', { replace: true, state: carried });
    const state: FlowState = { ...carried, userId: data.userId, context: 'PASSWORD_RESET', temporaryPassword: false };
    await navigate(pathOf(data.channel), { state });
  };

  return (
    <AuthLayout
      title={t`Forgot your password?`}
      subtitle={isEmail ? t(BY_EMAIL) : t(BY_ANY)}
      foot={
        <TextLink to="/login" state={{ from }} variant="body2">
          {t`Back to login`}
        </TextLink>
      }
    >
      <Form form={form} label={t`Forgot password`} onSubmit={submit}>
        <TextField control={form.control} name="email" {...field} autoComplete="username" enterKeyHint="send" initialFocus />
        {asksCompany && <TextField control={form.control} {...companyField.field} />}
        {needsCheck && <RobotCheck {...robotCheck.widget} />}
        <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel={t`Sending…`}>
          {t`Send code`}
        </ProgressButton>
      </Form>
    </AuthLayout>
  );
}
