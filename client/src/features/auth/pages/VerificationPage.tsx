import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Skeleton } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { FormField } from '~/forms/FormField';
import { plainDigits } from '~/lib/digits';
import { useSecondsUntil } from '~/lib/clock';
import { formatSeconds } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { authApi, type Channel, type FlowStateAnswer } from '../api';
import { CODE_LENGTH, CodeInput, digitsOf, notThatLong } from '../components/CodeInput';
import { CodeAccepted, CodeExpiry, Delivery, FlowOver, FlowPage, useDeliveryTrouble } from '../components/Delivery';
import { type FlowState, hasUnknownContext, pathOf, readFlowState, UNKNOWN_CONTEXT, useOnward } from '../flowState';

/** What WebOTP adds to navigator.credentials.get, which TypeScript's DOM types do not know. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

/** Asks the phone for the code of the text message while the page waits for one (WebOTP, where a browser has it). */
function useCodeFromSms(waiting: boolean, onCode: (code: string) => void) {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!waiting || !('OTPCredential' in window)) return undefined;
    const end = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: end.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential === null || end.signal.aborted || !('code' in credential)) return;
        if (typeof credential.code === 'string') take(credential.code);
      },
      // Refused, or the page was left: the code is typed.
      () => undefined,
    );
    return () => end.abort();
  }, [waiting]);
}

const MAX_ATTEMPTS = 5;
const HINT_UP_TO = 2;

function describeFailure(message: string, attemptsRemaining = MAX_ATTEMPTS): string {
  const failures = MAX_ATTEMPTS - attemptsRemaining;
  return failures >= 1 && failures <= HINT_UP_TO ? t`${message} (${plural(attemptsRemaining, { one: '# attempt remaining', other: '# attempts remaining' })})` : message;
}

/** How many attempts are left after the first, in any tab; with none left the error is shown instead. */
function describeAttempts(attemptsRemaining: number): string | undefined {
  if (attemptsRemaining === 0 || attemptsRemaining >= MAX_ATTEMPTS) return undefined;
  return plural(attemptsRemaining, { one: '# attempt remaining', other: '# attempts remaining' });
}

interface CodeFormProps {
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: FlowStateAnswer;
  readonly completing: boolean;
  readonly onVerified: (answer: FlowStateAnswer) => void;
}

/** The code's input and button. Another code remounts it. */
function CodeForm({ flow, channel, code, completing, onVerified }: CodeFormProps) {
  const { codeLength: length, attemptsRemaining, expiresAt } = code;
  const input = useRef<HTMLInputElement>(null);
  const [verify, { isLoading }] = authApi.useVerifyMutation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [refusedForGood, setRefusedForGood] = useState(false);
  // Another tab may have used up the tries.
  const locked = refusedForGood || attemptsRemaining === 0;
  const shownError = locked ? [error, t`Maximum attempts reached`].filter((part) => part !== null).join(' ') : error;

  const submit = async (otp: string) => {
    if (isLoading || completing || locked) return;
    if (otp.length !== length) {
      setError(notThatLong(length));
      input.current?.focus();
      return;
    }
    setError(null);
    const { userId, context } = flow;
    const { data, error: refusal } = await verify({ verifyRequest: { userId, otp, verificationType: channel, context } });
    if (data !== undefined) {
      onVerified(data);
      return;
    }
    const problem = isProblem(refusal) ? refusal : null;
    setText('');
    setRefusedForGood(problem?.code === 'otp_locked' || problem?.attemptsRemaining === 0);
    setError(describeFailure(messageOf(refusal, t`Verification failed. Please try again.`), problem?.attemptsRemaining));
    input.current?.focus();
  };

  useCodeFromSms(channel === 'SMS' && !locked && !completing, (received) => {
    const digits = digitsOf(received, length);
    setText(digits);
    if (digits.length === length) void submit(digits);
  });

  return (
    <Box
      component="form"
      noValidate
      aria-label={t`Verification`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(text);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <FormField label={t`Verification code`} error={shownError ?? undefined} hint={error === null ? describeAttempts(attemptsRemaining) : undefined}>
        {({ inputId, describedBy }) => (
          <CodeInput
            ref={input}
            id={inputId}
            length={length}
            value={text}
            disabled={locked || completing}
            invalid={error !== null}
            describedBy={describedBy}
            onChange={(digits, typed) => {
              setText(digits);
              setError(/\D/u.test(plainDigits(typed)) ? t`OTP must contain only numbers` : null);
            }}
            onComplete={(digits) => void submit(digits)}
          />
        )}
      </FormField>
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel={t`Verifying…`} disabled={locked}>
        {t`Verify`}
      </ProgressButton>
      {expiresAt !== null && !locked && <CodeExpiry expiresAt={expiresAt} />}
    </Box>
  );
}

const titles: Readonly<Record<Channel, MessageDescriptor>> = { SMS: msg`Verify your phone`, EMAIL: msg`Verify your email` };

/** The tab with the code continues at once; the other tabs wait this long. */
const FOLLOW_AFTER = 1_500;

const isVerified = ({ state }: FlowStateAnswer) => state !== 'code_required';

interface VerificationProps {
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: FlowStateAnswer;
}

function Verification({ flow, channel, code }: VerificationProps) {
  const { follow, completing } = useOnward();
  const going = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A new code replaces what was typed. That of the first one may be typed before the page knows that it was sent.
  const [firstExpiry, setFirstExpiry] = useState(code.expiresAt);
  if (firstExpiry === null && code.expiresAt !== null) setFirstExpiry(code.expiresAt);
  const verified = isVerified(code);

  // Both the answer to the code and the flow itself report it; the first one counts.
  const goOn = async ({ nextStep, fullName }: FlowStateAnswer) => {
    if (going.current) return;
    going.current = true;
    const sentence = await follow(fullName ? { ...flow, fullName } : flow, nextStep);
    going.current = sentence === null;
    setFailure(sentence);
  };

  // Verified without this page: in another tab, or just before a reload.
  const followFlow = useEffectEvent(() => void goOn(code));
  useEffect(() => {
    if (!verified) return undefined;
    const timer = setTimeout(followFlow, FOLLOW_AFTER);
    return () => clearTimeout(timer);
  }, [verified, code.nextStep]);

  // The code goes by the other channel now: by the answer to this page's request, or as another tab has requested.
  if (!verified && code.expiresAt !== null && code.channel !== channel) return <Navigate to={pathOf(code.channel)} replace state={flow} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormError message={failure} />
      {verified ? (
        <CodeAccepted busy={failure === null} onContinue={() => void goOn(code)} />
      ) : (
        <>
          <CodeForm
            key={code.expiresAt === firstExpiry ? null : code.expiresAt}
            flow={flow}
            channel={channel}
            code={code}
            completing={completing}
            onVerified={(answer) => void goOn(answer)}
          />
          <CodeActions flow={flow} channel={channel} code={code} completing={completing} />
        </>
      )}
    </Box>
  );
}

const AUTOMATIC_AFTER = 500;

/** Refused for good: asking another way would be refused too. */
const isFinal = (error: unknown) => isProblem(error) && (error.status === 401 || error.status === 429);

interface CodeActionsProps extends VerificationProps {
  readonly completing: boolean;
}

/** Requests the first code, another one once that is allowed, or one by the other channel. */
function CodeActions({ flow, channel, code, completing }: CodeActionsProps) {
  const toasts = useToasts();
  const [initiate, initiating] = authApi.useInitiateMutation();
  const [resendCode, resending] = authApi.useResendMutation();
  const [changeChannel, changing] = authApi.useChangeTypeMutation();
  const seconds = useSecondsUntil(code.resendAt);
  // The code does not arrive: the other channel is the way on.
  const hasTrouble = useDeliveryTrouble(code, flow.context) !== null;
  const [asked, setAsked] = useState(false);
  const { userId, context } = flow;
  const request = { userId, verificationType: channel, context };
  const nothingSent = code.expiresAt === null;
  const other = context === 'PASSWORD_RESET' ? undefined : code.channels.find((each) => each !== channel);
  // A sign-up always verifies the email: a code for the phone is one more, not one instead.
  const isOneMore = other === 'SMS' && context === 'SIGNUP' && code.codeCount === 1;
  const busy = initiating.isLoading || resending.isLoading || changing.isLoading || completing;

  // The page itself shows that the flow has ended.
  const tell = (error: unknown, fallback: string) => {
    if (error !== undefined && !(isProblem(error) && error.status === 401)) toasts.error(messageOf(error, fallback));
  };
  const resend = async () => tell((await resendCode(request)).error, t`Failed to resend code. Please try again.`);
  const askFirst = async () => {
    setAsked(true);
    const { error } = await initiate({ initiateRequest: request });
    if (error === undefined) return;
    if (isFinal(error)) tell(error, t`Failed to resend code. Please try again.`);
    else await resend();
  };
  const switchTo = async (newVerificationType: Channel) => {
    const { error } = await changeChannel({ changeTypeRequest: { userId, newVerificationType, context } });
    tell(error, newVerificationType === 'SMS' ? t`Failed to switch to SMS verification.` : t`Failed to switch to email verification.`);
  };

  // A temporary password was entered: the first code is requested automatically.
  const automatic = nothingSent && flow.temporaryPassword && context === 'LOGIN' && !asked;
  const askByItself = useEffectEvent(() => void askFirst());
  useEffect(() => {
    if (!automatic) return undefined;
    const timer = setTimeout(askByItself, AUTOMATIC_AFTER);
    return () => clearTimeout(timer);
  }, [automatic]);

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, mx: -1.5 }}>
      {nothingSent ? (
        <Button size="small" disabled={busy} onClick={() => void askFirst()}>
          {t`Request code`}
        </Button>
      ) : (
        <Button size="small" disabled={busy || seconds > 0} onClick={() => void resend()} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {seconds > 0 ? t`Resend code in ${{ time: formatSeconds(seconds) }}` : t`Resend code`}
        </Button>
      )}
      {other !== undefined && (
        <Button size="small" variant={hasTrouble && !isOneMore ? 'contained' : 'text'} disabled={busy} onClick={() => void switchTo(other)}>
          {isOneMore ? t`Verify your phone, too` : other === 'SMS' ? t`Use SMS instead` : t`Use email instead`}
        </Button>
      )}
    </Box>
  );
}

const skeleton = () => (
  <Box role="status" aria-label={t`Loading`} sx={{ display: 'grid', gap: 2.5, pt: 3.5 }}>
    <Box sx={{ display: 'flex', gap: { xs: 0.75, sm: 1 } }}>
      {Array.from({ length: CODE_LENGTH }, (_, slot) => (
        <Skeleton key={slot} variant="rounded" sx={{ flex: 1, height: { xs: 52, sm: 58 } }} />
      ))}
    </Box>
    <Skeleton variant="rounded" height={48} />
  </Box>
);

function VerificationPage({ channel }: { readonly channel: Channel }) {
  const state: unknown = useLocation().state;
  const flow = readFlowState(state);
  if (hasUnknownContext(state)) return <FlowOver message={t(UNKNOWN_CONTEXT)} />;
  if (flow === null) return <Navigate to="/login" replace />;
  return (
    <FlowPage
      key={channel}
      flow={flow}
      title={t(titles[channel])}
      subtitle={(code) => (isVerified(code) ? t`The code was right.` : <Delivery code={code} flow={flow} />)}
      skeleton={skeleton()}
    >
      {(code) => <Verification flow={flow} channel={channel} code={code} />}
    </FlowPage>
  );
}

export function SmsVerificationPage() {
  return <VerificationPage channel="SMS" />;
}

export function EmailVerificationPage() {
  return <VerificationPage channel="EMAIL" />;
}
