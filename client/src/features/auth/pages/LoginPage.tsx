import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { askForPasskey, awaitPasskeyInField, offersPasskeysInFields, runCeremony, stopAskingForPasskey, supportsPasskeys } from '~/api/passkeys';
import { isProblem, messageOf } from '~/api/problem';
import { type EndReason, type SessionEnd, selectEnd } from '~/api/session/slice';
import { Form, FormError } from '~/forms/Form';
import { PasswordField, TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { BRAND_NAME } from '~/lib/brand';
import { serverNow, useSecondsUntil } from '~/lib/clock';
import { describeRetry, formatSeconds, HOUR } from '~/lib/format';
import { returnPathOf } from '~/lib/redirects';
import { useSettled } from '~/lib/useSettled';
import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note, TextLink } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAttempt } from '~/ui/useAttempt';

import { authApi, type AuthenticateAnswer, type NextStep } from '../api';
import { AuthLayout, Or } from '../components/AuthLayout';
import { emailOf, type FlowState, keepReturnPath, useLoginCompletion } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';
import { loginSchema, type LoginValues, useIdentifierField } from '../schema';

interface BesideFormProps {
  readonly control: Control<LoginValues>;
  /** The page to open after the sign-in; null for the dashboard. */
  readonly from: string | null;
}

const WHOLE_EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/u;

function SsoOffer({ control, from }: BesideFormProps) {
  const email = useSettled(useWatch({ control, name: 'email' }).trim());
  const { currentData: found } = authApi.useShowProviderQuery({ email }, { skip: !WHOLE_EMAIL.test(email) });
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {found?.available === true && found.url !== null && (
        <Button component="a" href={found.url} onClick={() => keepReturnPath(from)} variant="outlined" size="large" fullWidth>
          {t`Continue with ${{ name: found.name ?? '' }}`}
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

function ForgotLink({ control, from }: BesideFormProps) {
  const email = useWatch({ control, name: 'email' });
  return (
    <TextLink to="/forgot-password" state={{ email, from }} variant="body2" sx={{ justifySelf: 'end', mt: -1 }}>
      {t`Forgot password?`}
    </TextLink>
  );
}

function LoginForm({ email, from, onAuthenticated, completing }: LoginFormProps) {
  const form = useZodForm<LoginValues>(loginSchema, { email, company: '', password: '' });
  const { control } = form;
  const [authenticate, { isLoading }] = authApi.useStartLoginMutation();
  const [wait, setWait] = useState<{ readonly until: number; readonly seconds: number } | null>(null);
  const robotCheck = useRobotCheck();
  const identifier = useIdentifierField();
  const secondsToWait = useSecondsUntil(wait?.until);
  const asksCompany = identifier.company.isShown(useWatch({ control, name: 'email' }));

  const submit = async ({ company, ...values }: LoginValues) => {
    setWait(null);
    const named = identifier.company.nameOf({ email: values.email, company }, (message) => form.setError('company', { message }, { shouldFocus: true }));
    if (named === null) return;
    if (robotCheck.payload === null && !robotCheck.isOff) {
      robotCheck.demand();
      return;
    }
    const { data, error } = await authenticate({ authenticateRequest: { ...values, email: named, recaptchaToken: robotCheck.payload } });
    robotCheck.renew();
    if (data === undefined) {
      const seconds = isProblem(error) && error.status === 429 ? error.retryAfter : undefined;
      if (seconds !== undefined) setWait({ until: serverNow() + seconds * 1000, seconds });
      if (!identifier.isEmail && isProblem(error) && error.code === 'invalid_credentials') form.setError('root', { message: t`Those details are not right. Check them and try again.` });
      else robotCheck.showRefusal(form, error, t`Login failed. Please try again.`);
      return;
    }
    const failure = await onAuthenticated(data, named);
    if (failure !== null) form.setError('root', { message: failure });
  };

  return (
    <Form form={form} label={t`Login`} onSubmit={submit}>
      <TextField control={control} name="email" {...identifier.field} autoComplete="username webauthn" enterKeyHint="next" initialFocus={email === ''} />
      {asksCompany && <TextField control={control} {...identifier.company.field} />}
      <PasswordField control={control} name="password" label={t`Password`} autoComplete="current-password" enterKeyHint="go" initialFocus={email !== ''} />
      <ForgotLink control={control} from={from} />
      {!robotCheck.isOff && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel={t`Logging in…`} disabled={secondsToWait > 0}>
        {secondsToWait > 0 ? secondsToWait > HOUR ? t`Try again ${{ when: describeRetry(secondsToWait) }}` : t`Try again in ${{ time: formatSeconds(secondsToWait) }}` : t`Login`}
      </ProgressButton>
      <SsoOffer control={control} from={from} />
      <span role="status" className="visually-hidden">
        {wait !== null && t`Try again ${{ when: describeRetry(wait.seconds) }}.`}
      </span>
    </Form>
  );
}

const FAILED = msg`Login failed. Please try again.`;
/** A challenge is good for five minutes: one that waits in a field is replaced before. */
const RENEW_AFTER = 4 * 60_000;
/** After so many refused ones the field offers none: the button still asks. */
const MOST_REFUSED = 3;

interface PasskeyLoginProps {
  /** Continues after an accepted passkey; null on success, else the sentence to show. */
  readonly onAuthenticated: (answer: AuthenticateAnswer) => Promise<string | null>;
}

/** The login by a passkey: one that is chosen in the email field, or one that the button asks for. */
function PasskeyLogin({ onAuthenticated }: PasskeyLoginProps) {
  const [readOptions] = authApi.useReadPasskeyOptionsMutation();
  const [logIn] = authApi.useLogInWithPasskeyMutation();
  const [refused, setRefused] = useState(0);
  const mayWait = useRef(true);

  const attempt = async (inField: boolean): Promise<unknown> => {
    const options = await readOptions({ passkeyOptionsRequest: {} });
    // Asked for by the button meanwhile, or left: a request in the field would end that of the button.
    if (inField && (options.error !== undefined || !mayWait.current)) return null;
    const ask = inField ? awaitPasskeyInField : askForPasskey;
    const { data, error } = await runCeremony(options, ask, (credential) => logIn({ passkeyLoginRequest: { credential } }));
    return data === undefined ? error : onAuthenticated(data);
  };
  const { run, busy, error, setError } = useAttempt(() => attempt(false), t(FAILED));
  const wait = useEffectEvent(async () => {
    const failure = await attempt(true);
    if (failure === null) return;
    setError(messageOf(failure, t(FAILED)));
    setRefused((past) => past + 1);
  });

  useEffect(() => {
    if (busy || refused >= MOST_REFUSED) return undefined;
    mayWait.current = true;
    const begin = async () => {
      if ((await offersPasskeysInFields()) && mayWait.current) await wait();
    };
    void begin();
    const renewal = setInterval(() => void begin(), RENEW_AFTER);
    return () => {
      mayWait.current = false;
      clearInterval(renewal);
    };
  }, [busy, refused]);
  useEffect(() => stopAskingForPasskey, []);

  const ask = () => {
    mayWait.current = false;
    run();
  };
  return (
    <Box className="of-passkeys" sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
      <Or />
      <FormError message={error} />
      <ProgressButton variant="outlined" size="large" fullWidth busy={busy} busyLabel={t`Waiting for your passkey…`} onClick={ask}>
        {t`Log in with a passkey`}
      </ProgressButton>
    </Box>
  );
}

const endMessages: Readonly<Partial<Record<EndReason, MessageDescriptor>>> = {
  revoked: msg`You were logged out from another device.`,
  deleted: msg`This account no longer exists.`,
  deactivated: msg`This account has been deactivated. Please contact your administrator.`,
  password_reset: msg`Your password was changed. Please login again.`,
  token_reuse: msg`You were logged out for your security. Please login again.`,
  sso_logout: msg`You were logged out by your company’s login.`,
  suspended: msg`Your company is suspended: logins are closed until the operator of this site resumes it.`,
};

/** What ended the session, where that is more than its time. */
function endMessage({ reason, limit }: SessionEnd): string | undefined {
  if (limit === undefined) return endMessages[reason] && t(endMessages[reason]);
  if (reason === 'idle') return t`Your company logs people out after ${plural(limit, { one: '# minute', other: '# minutes' })} without activity.`;
  return t`Your company asks people to log in again after ${plural(limit, { one: '# day', other: '# days' })}.`;
}

const ssoOutcomes: Readonly<Record<string, MessageDescriptor>> = {
  cancelled: msg`The login was cancelled. You can try again, or log in with your password.`,
  expired: msg`This login took too long or was used before. Please try again.`,
  failed: msg`The login of your company did not work. Please try again, or log in with your password.`,
  refused: msg`The login of your company worked, but it opens no account here. Please ask your administrator.`,
  unavailable: msg`The login of your company is not available now. Please try later, or log in with your password.`,
};

function isAfterReset(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'passwordResetComplete' in state && state.passwordResetComplete === true;
}

const pages: Readonly<Partial<Record<NextStep, string>>> = {
  SMS_VERIFICATION_REQUIRED: '/sms-verification',
  EMAIL_VERIFICATION_REQUIRED: '/email-verification',
  FACTOR_REQUIRED: '/confirm-login',
  // From a sign-up whose tab was closed at that step.
  COMPANY_DETAILS_REQUIRED: '/company-info',
  // By a passkey, where an administrator has set a temporary password.
  PASSWORD_RESET_REQUIRED: '/reset-password',
};

export function LoginPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { complete, completing } = useLoginCompletion();
  const [query] = useSearchParams();
  const end = useSelector(selectEnd);
  const from = returnPathOf(location.state);
  const afterReset = isAfterReset(location.state);
  const over = !afterReset && query.get('session') === 'expired';
  const ssoOutcome = ssoOutcomes[query.get('sso') ?? ''];
  const ended = over && end !== null ? endMessage(end) : ssoOutcome && t(ssoOutcome);
  const expired = over && ended === undefined;
  const notice = afterReset ? t`Password reset successful! Please login with your new password.` : ended;
  useEffect(() => {
    if (expired) toasts.info(t`Your session has expired. Please login again.`, 6_000);
  }, [expired, toasts]);

  const goOn = async (answer: AuthenticateAnswer, email: string): Promise<string | null> => {
    const { userId, nextStep, context, fullName } = answer;
    if (nextStep === 'LOGIN_COMPLETE' || nextStep === 'VERIFICATION_NOT_REQUIRED') return complete(userId);
    const page = pages[nextStep];
    if (page === undefined) return t(FAILED);
    const state: FlowState = {
      userId,
      context,
      temporaryPassword: answer.temporaryPassword || answer.isTemporaryPassword,
      email,
      fullName,
      ...(from === null ? {} : { from }),
    };
    await navigate(page, { state });
    return null;
  };

  return (
    <AuthLayout
      title={t`Login`}
      subtitle={expired ? t`Log in again to continue where you were.` : t`Welcome back. Log in to continue.`}
      foot={
        <Note>
          <Trans>
            New to {BRAND_NAME}?{' '}
            <TextLink to="/signup">Sign up</TextLink>
          </Trans>
        </Note>
      }
    >
      {notice !== undefined && (
        <Notice severity={afterReset ? 'success' : 'info'} role="status" sx={{ mb: 3 }}>
          {notice}
        </Notice>
      )}
      <LoginForm email={emailOf(location.state)} from={from} onAuthenticated={goOn} completing={completing} />
      {supportsPasskeys() && <PasskeyLogin onAuthenticated={(answer) => goOn(answer, '')} />}
    </AuthLayout>
  );
}
