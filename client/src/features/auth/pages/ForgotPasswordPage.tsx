import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useRef, useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { showFieldErrors } from '~/forms/problems';
import { TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { returnPathOf } from '~/lib/redirects';
import { ProgressButton } from '~/ui/ProgressButton';

import { useInitiateResetMutation } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { emailOf, type FlowState } from '../flowState';
import { RobotCheck } from '../robotCheck/RobotCheck';
import type { RobotCheckHandle } from '../robotCheck/widget';
import { forgotPasswordSchema, type ForgotPasswordValues, ROBOT_CHECK_MESSAGE } from '../schema';

const FAILED = 'Failed to initiate password reset. Please try again.';

/** The first step of a reset: the account. The page never reveals whether it exists. */
export function ForgotPasswordPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const form = useZodForm<ForgotPasswordValues>(forgotPasswordSchema, { email: emailOf(location.state) });
  const [initiate, { isLoading }] = useInitiateResetMutation();
  const [formError, setFormError] = useState<string | null>(null);
  const [payload, setPayload] = useState<string | null>(null);
  // Asked for by the server after many requests, and from then on.
  const [needsCheck, setNeedsCheck] = useState(false);
  const [robotError, setRobotError] = useState<string | null>(null);
  const robotCheck = useRef<RobotCheckHandle>(null);
  const from = returnPathOf(location.state);

  const showFailure = (error: unknown) => {
    const unchecked = isProblem(error) ? error.errors?.['recaptchaToken'] : undefined;
    setRobotError(unchecked ?? null);
    if (unchecked !== undefined) setNeedsCheck(true);
    const shown = showFieldErrors(form, error);
    if (!shown && unchecked === undefined) setFormError(messageOf(error, FAILED));
  };

  const submit = async ({ email }: ForgotPasswordValues) => {
    setFormError(null);
    if (needsCheck && payload === null) {
      setRobotError(ROBOT_CHECK_MESSAGE);
      return;
    }
    const token = payload === null ? {} : { recaptchaToken: payload };
    const { data, error } = await initiate({ initiateResetRequest: { email, ...token } });
    // A payload is good for one call.
    robotCheck.current?.reset();
    if (data === undefined) {
      showFailure(error);
      return;
    }
    const carried = { email, ...(from === null ? {} : { from }) };
    // Going back shows what was typed.
    await navigate('.', { replace: true, state: carried });
    const state: FlowState = { ...carried, userId: data.userId, context: 'PASSWORD_RESET', temporaryPassword: false };
    await navigate('/email-verification', { state });
  };

  return (
    <AuthLayout
      title="Forgot your password?"
      subtitle="Enter the email of your account. We will send you a code to set a new password."
      foot={
        <Link component={RouterLink} to="/login" state={{ from }} variant="body2">
          Back to login
        </Link>
      }
    >
      <Box
        component="form"
        noValidate
        aria-label="Forgot password"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <FormError message={formError} />
        <TextField control={form.control} name="email" label="Email" type="email" autoComplete="username" inputMode="email" enterKeyHint="send" initialFocus />
        {needsCheck && (
          <RobotCheck
            ref={robotCheck}
            error={robotError}
            onPayload={(next) => {
              setPayload(next);
              if (next !== null) setRobotError(null);
            }}
          />
        )}
        <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel="Sending…">
          Send code
        </ProgressButton>
      </Box>
    </AuthLayout>
  );
}
