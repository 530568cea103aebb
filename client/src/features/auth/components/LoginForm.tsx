import { Box, Button, Link } from '@mui/material';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { PasswordField, TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { serverNow, useSecondsUntil } from '~/lib/clock';
import { AN_HOUR, describeRetry, formatSeconds } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';
import { ProgressButton } from '~/ui/ProgressButton';

import { type AuthenticateAnswer, useShowProviderQuery, useShowRobotCheckQuery, useStartLoginMutation } from '../api';
import { keepReturnPath } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';
import { loginSchema, type LoginValues, REQUIRED_MESSAGE, useIdentifierField } from '../schema';

interface SsoOfferProps {
  readonly control: Control<LoginValues>;
  /** The page to open after the sign-in; null for the dashboard. */
  readonly from: string | null;
}

const WHOLE_EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/u;

/** The provider of the company that has the typed email's domain; nothing where there is none. */
export function SsoOffer({ control, from }: SsoOfferProps) {
  const email = useSettled(useWatch({ control, name: 'email' }).trim());
  const { currentData: found } = useShowProviderQuery({ email }, { skip: !WHOLE_EMAIL.test(email) });
  const leave = () => keepReturnPath(from);
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {found?.available === true && found.url !== null && (
        <Button component="a" href={found.url} onClick={leave} variant="outlined" size="large" fullWidth>
          Continue with {found.name}
        </Button>
      )}
    </Box>
  );
}

interface LoginFormProps {
  readonly email: string;
  /** The page to open after the sign-in; null for the dashboard. */
  readonly from: string | null;
  /** Continues after a right password; null on success, else the sentence to show. */
  readonly onAuthenticated: (answer: AuthenticateAnswer, email: string) => Promise<string | null>;
  readonly completing: boolean;
}

interface Wait {
  readonly until: number;
  readonly seconds: number;
}

interface ForgotLinkProps {
  readonly control: Control<LoginValues>;
  readonly from: string | null;
}

/** Passes the typed email on. */
function ForgotLink({ control, from }: ForgotLinkProps) {
  const email = useWatch({ control, name: 'email' });
  return (
    <Link component={RouterLink} to="/forgot-password" state={{ email, from }} variant="body2" sx={{ justifySelf: 'end', mt: -1 }}>
      Forgot password?
    </Link>
  );
}

export function LoginForm({ email, from, onAuthenticated, completing }: LoginFormProps) {
  const form = useZodForm<LoginValues>(loginSchema, { email, password: '' });
  const [authenticate, { isLoading }] = useStartLoginMutation();
  const { data: check } = useShowRobotCheckQuery();
  const [formError, setFormError] = useState<string | null>(null);
  const [wait, setWait] = useState<Wait | null>(null);
  const robotCheck = useRobotCheck();
  const identifier = useIdentifierField();
  const secondsToWait = useSecondsUntil(wait?.until);

  const showFailure = (error: unknown) => {
    const problem = isProblem(error) ? error : null;
    const unchecked = robotCheck.showRefusal(error);
    if (problem?.status === 429 && problem.retryAfter !== undefined) {
      setWait({ until: serverNow() + problem.retryAfter * 1000, seconds: problem.retryAfter });
    }
    const shown = showFieldErrors(form, error);
    if (!shown && !unchecked) setFormError(messageOf(error, 'Login failed. Please try again.'));
  };

  const submit = async (values: LoginValues) => {
    setWait(null);
    setFormError(null);
    if (robotCheck.payload === null && check?.kind !== 'off') {
      robotCheck.demand();
      return;
    }
    const { data, error } = await authenticate({ authenticateRequest: { ...values, recaptchaToken: robotCheck.payload } });
    robotCheck.renew();
    if (data === undefined) showFailure(error);
    else setFormError(await onAuthenticated(data, values.email));
  };

  const onInvalid = () => setFormError(REQUIRED_MESSAGE);

  return (
    <Form form={form} label="Login" error={formError} onSubmit={submit} onInvalid={onInvalid}>
      <TextField control={form.control} name="email" {...identifier.field} autoComplete="username webauthn" enterKeyHint="next" initialFocus={email === ''} />
      <PasswordField control={form.control} name="password" label="Password" autoComplete="current-password" enterKeyHint="go" initialFocus={email !== ''} />
      <ForgotLink control={form.control} from={from} />
      {check?.kind !== 'off' && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel="Logging in…" disabled={secondsToWait > 0}>
        {secondsToWait > 0 ? `Try again ${secondsToWait > AN_HOUR ? describeRetry(secondsToWait) : `in ${formatSeconds(secondsToWait)}`}` : 'Login'}
      </ProgressButton>
      <SsoOffer control={form.control} from={from} />
      <span role="status" className="visually-hidden">
        {wait !== null && `Try again ${describeRetry(wait.seconds)}.`}
      </span>
    </Form>
  );
}
