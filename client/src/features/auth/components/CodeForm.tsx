import { Box, FormHelperText, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { ProgressButton } from '~/ui/ProgressButton';

import { type Channel, type FlowStateAnswer, useVerifyMutation } from '../api';
import type { FlowState } from '../flowState';
import { CodeInput, describeAttempts, describeFailure, digitsOf, NO_ATTEMPTS_LEFT, NOT_ONLY_NUMBERS, notThatLong } from './CodeInput';
import { CodeExpiry } from './Delivery';

/** What WebOTP adds to navigator.credentials.get, which TypeScript's DOM types do not know. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

function codeIn(credential: Credential | null): string | null {
  return credential !== null && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
}

/** Asks the phone for the code of the text message while the page waits for one (WebOTP, where a browser has it). */
export function useCodeFromSms({ waiting, onCode }: { readonly waiting: boolean; readonly onCode: (code: string) => void }) {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!waiting || !('OTPCredential' in window)) return undefined;
    const end = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: end.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = codeIn(credential);
        if (code !== null && !end.signal.aborted) take(code);
      },
      // Refused, or the page was left: the code is typed.
      () => undefined,
    );
    return () => end.abort();
  }, [waiting]);
}

interface CodeFormProps {
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly length: number;
  /** By the server's count; null when it says nothing. */
  readonly attemptsRemaining: number | null;
  readonly expiresAt: string | null;
  readonly completing: boolean;
  readonly onVerified: (answer: FlowStateAnswer) => void;
}

/** The code's input and button. Another code remounts it. */
export function CodeForm(props: CodeFormProps) {
  const { flow, channel, length, attemptsRemaining, expiresAt, completing, onVerified } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [verify, { isLoading }] = useVerifyMutation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [refusedForGood, setRefusedForGood] = useState(false);
  // Another tab may have used up the tries.
  const locked = refusedForGood || attemptsRemaining === 0;
  const attempts = describeAttempts(attemptsRemaining);

  const submit = async (typed: string) => {
    if (isLoading || completing || locked) return;
    if (typed.length !== length) {
      setError(notThatLong(length));
      input.current?.focus();
      return;
    }
    setError(null);
    const { userId, context } = flow;
    const { data, error: refusal } = await verify({
      verifyRequest: { userId, otp: typed, verificationType: channel, context },
    });
    if (data !== undefined) {
      onVerified(data);
      return;
    }
    const problem = isProblem(refusal) ? refusal : null;
    setCode('');
    setRefusedForGood(problem?.code === 'otp_locked' || problem?.attemptsRemaining === 0);
    setError(describeFailure(messageOf(refusal, 'Verification failed. Please try again.'), problem?.attemptsRemaining));
    input.current?.focus();
  };

  useCodeFromSms({
    waiting: channel === 'SMS' && !locked && !completing,
    onCode: (received) => {
      const digits = digitsOf(received, length);
      setCode(digits);
      if (digits.length === length) void submit(digits);
    },
  });

  return (
    <Box
      component="form"
      noValidate
      aria-label="Verification"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <div>
        <Typography component="label" htmlFor={`${id}-code`} variant="subtitle2" sx={{ display: 'block', mb: 0.75 }}>
          Verification code
        </Typography>
        <CodeInput
          ref={input}
          id={`${id}-code`}
          length={length}
          value={code}
          disabled={locked || completing}
          invalid={error !== null}
          describedBy={`${id}-error`}
          onChange={(typed) => {
            setCode(digitsOf(typed, length));
            setError(/\D/u.test(typed) ? NOT_ONLY_NUMBERS : null);
          }}
          onComplete={(typed: string) => {
            if (digitsOf(typed, length).length === length) void submit(digitsOf(typed, length));
          }}
        />
        <FormHelperText error id={`${id}-error`} role="alert">
          {locked ? [error, NO_ATTEMPTS_LEFT].filter((part) => part !== null).join(' ') : error}
        </FormHelperText>
        {error === null && attempts !== null && <FormHelperText>{attempts}</FormHelperText>}
      </div>
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel="Verifying…" disabled={locked}>
        Verify
      </ProgressButton>
      {expiresAt !== null && !locked && <CodeExpiry expiresAt={expiresAt} />}
    </Box>
  );
}
