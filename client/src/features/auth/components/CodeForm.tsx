import { Box } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { FormField } from '~/forms/FormField';
import { ProgressButton } from '~/ui/ProgressButton';

import { type Channel, type FlowStateAnswer, useVerifyMutation } from '../api';
import type { FlowState } from '../flowState';
import { plainDigits } from '~/lib/digits';

import { CodeInput, digitsOf, notThatLong } from './CodeInput';
import { CodeExpiry } from './Delivery';

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

/** The sentence after a wrong code: how many attempts are left. */
function describeFailure(message: string, attemptsRemaining = MAX_ATTEMPTS): string {
  const failures = MAX_ATTEMPTS - attemptsRemaining;
  return failures >= 1 && failures <= HINT_UP_TO ? `${message} (${attemptsRemaining} attempts remaining)` : message;
}

/** How many attempts are left after the first, in any tab; with none left the error is shown instead. */
function describeAttempts(attemptsRemaining: number): string | undefined {
  if (attemptsRemaining === 0 || attemptsRemaining >= MAX_ATTEMPTS) return undefined;
  return attemptsRemaining === 1 ? '1 attempt remaining' : `${attemptsRemaining} attempts remaining`;
}

interface CodeFormProps {
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: FlowStateAnswer;
  readonly completing: boolean;
  readonly onVerified: (answer: FlowStateAnswer) => void;
}

/** The code's input and button. Another code remounts it. */
export function CodeForm({ flow, channel, code, completing, onVerified }: CodeFormProps) {
  const { codeLength: length, attemptsRemaining, expiresAt } = code;
  const input = useRef<HTMLInputElement>(null);
  const [verify, { isLoading }] = useVerifyMutation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [refusedForGood, setRefusedForGood] = useState(false);
  // Another tab may have used up the tries.
  const locked = refusedForGood || attemptsRemaining === 0;
  const shownError = locked ? [error, 'Maximum attempts reached'].filter((part) => part !== null).join(' ') : error;

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
    setError(describeFailure(messageOf(refusal, 'Verification failed. Please try again.'), problem?.attemptsRemaining));
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
      aria-label="Verification"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(text);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <FormField label="Verification code" error={shownError ?? undefined} hint={error === null ? describeAttempts(attemptsRemaining) : undefined}>
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
              setError(/\D/u.test(plainDigits(typed)) ? 'OTP must contain only numbers' : null);
            }}
            onComplete={(digits) => void submit(digits)}
          />
        )}
      </FormField>
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel="Verifying…" disabled={locked}>
        Verify
      </ProgressButton>
      {expiresAt !== null && !locked && <CodeExpiry expiresAt={expiresAt} />}
    </Box>
  );
}
