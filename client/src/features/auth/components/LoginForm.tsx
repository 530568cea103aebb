import { Box, Button, Link } from '@mui/material';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';

import { isProblem } from '~/api/problem';
import { Form } from '~/forms/Form';
import { PasswordField, TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { serverNow, useSecondsUntil } from '~/lib/clock';
import { HOUR, describeRetry, formatSeconds } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';
import { ProgressButton } from '~/ui/ProgressButton';

import { type AuthenticateAnswer, useShowProviderQuery, useStartLoginMutation } from '../api';
import { keepReturnPath } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';
import { loginSchema, type LoginValues, useIdentifierField } from '../schema';

interface BesideFormProps {
  readonly control: Control<LoginValues>;
  /** The page to open after the sign-in; null for the dashboard. */
  readonly from: string | null;
}

const WHOLE_EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/u;

/** The provider of the company that has the typed email's domain; nothing where there is none. */
function SsoOffer({ control, from }: BesideFormProps) {
  const email = useSettled(useWatch({ control, name: 'email' }).trim());
  const { currentData: found } = useShowProviderQuery({ email }, { skip: !WHOLE_EMAIL.test(email) });
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {found?.available === true && found.url !== null && (
        <Button component="a" href={found.url} onClick={() => keepReturnPath(from)} variant="outlined" size="large" fullWidth>
          Continue with {found.name}
        </Button>
      )}
    </Box>
  );
}

interface LoginFormProps extends Pick<BesideFormProps, 'from'> {
  readonly email: string;
  /** Continues after a right password; null on success, else the sentence to show. */
  readonly onAuthenticated: (answer: AuthenticateAnswer, email: string) => Promise<string | null>;
  readonly completing: boolean;
}

interface Wait {
  readonly until: number;
  readonly seconds: number;
}

function ForgotLink({ control, from }: BesideFormProps) {
  const email = useWatch({ control, name: 'email' });
  return (
    <Link component={RouterLink} to="/forgot-password" state={{ email, from }} variant="body2" sx={{ justifySelf: 'end', mt: -1 }}>
      Forgot password?
    </Link>
  );
}

export function LoginForm({ email, from, onAuthenticated, completing }: LoginFormProps) {
  const form = useZodForm<LoginValues>(loginSchema, { email, password: '' });
  const { control } = form;
  const [authenticate, { isLoading }] = useStartLoginMutation();
  const [wait, setWait] = useState<Wait | null>(null);
  const robotCheck = useRobotCheck();
  const identifier = useIdentifierField();
  const secondsToWait = useSecondsUntil(wait?.until);

  const submit = async (values: LoginValues) => {
    setWait(null);
    if (robotCheck.payload === null && !robotCheck.isOff) {
      robotCheck.demand();
      return;
    }
    const { data, error } = await authenticate({ authenticateRequest: { ...values, recaptchaToken: robotCheck.payload } });
    robotCheck.renew();
    if (data === undefined) {
      const seconds = isProblem(error) && error.status === 429 ? error.retryAfter : undefined;
      if (seconds !== undefined) setWait({ until: serverNow() + seconds * 1000, seconds });
      robotCheck.showRefusal(form, error, 'Login failed. Please try again.');
      return;
    }
    const failure = await onAuthenticated(data, values.email);
    if (failure !== null) form.setError('root', { message: failure });
  };

  return (
    <Form form={form} label="Login" onSubmit={submit}>
      <TextField control={control} name="email" {...identifier.field} autoComplete="username webauthn" enterKeyHint="next" initialFocus={email === ''} />
      <PasswordField control={control} name="password" label="Password" autoComplete="current-password" enterKeyHint="go" initialFocus={email !== ''} />
      <ForgotLink control={control} from={from} />
      {!robotCheck.isOff && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel="Logging in…" disabled={secondsToWait > 0}>
        {secondsToWait > 0 ? `Try again ${secondsToWait > HOUR ? describeRetry(secondsToWait) : `in ${formatSeconds(secondsToWait)}`}` : 'Login'}
      </ProgressButton>
      <SsoOffer control={control} from={from} />
      <span role="status" className="visually-hidden">
        {wait !== null && `Try again ${describeRetry(wait.seconds)}.`}
      </span>
    </Form>
  );
}
