import { Box, Button, OutlinedInput, Skeleton, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { FormField } from '~/forms/FormField';
import { withWait } from '~/lib/format';
import { askForPasskey, supportsPasskeys } from '~/lib/passkeys';
import { ProgressButton } from '~/ui/ProgressButton';
import { ErrorState } from '~/ui/ErrorState';
import { PasskeyButton } from '~/ui/PasskeyButton';
import { useAttempt } from '~/ui/useAttempt';

import { type AuthenticateAnswer, type FlowStateAnswer, useLogInWithPasskeyMutation, useReadPasskeyOptionsMutation, useVerifyMutation } from '../api';
import { AuthLayout, Or } from '../components/AuthLayout';
import { CODE_LENGTH, CodeInput, digitsOf, notThatLong } from '../components/CodeInput';
import { CodeAccepted, FlowOver, StartAgain } from '../components/Delivery';
import { type FlowState, readFlowState } from '../flowState';
import { useCodeState } from '../useCodeState';
import { useOnward } from '../useLoginCompletion';

const FAILED = 'Verification failed. Please try again.';

interface PasskeyFactorProps {
  readonly userId: string;
  readonly completing: boolean;
  readonly onVerified: (answer: AuthenticateAnswer) => void;
}

/** The second factor of a login by a passkey of its account. */
export function PasskeyFactor({ userId, completing, onVerified }: PasskeyFactorProps) {
  const [readOptions] = useReadPasskeyOptionsMutation();
  const [prove] = useLogInWithPasskeyMutation();
  const attempt = async (): Promise<string | null> => {
    const { data: options, error: unavailable } = await readOptions({ passkeyOptionsRequest: { userId } });
    if (options === undefined) return messageOf(unavailable, FAILED);
    const outcome = await askForPasskey(options);
    if ('failure' in outcome) return outcome.failure;
    const { data, error: refusal } = await prove({ passkeyLoginRequest: { userId, credential: outcome.credential } });
    if (data === undefined) return messageOf(refusal, FAILED);
    onVerified(data);
    return null;
  };
  const { run, busy, error } = useAttempt(attempt);
  return (
    <>
      <FormError message={error} />
      <PasskeyButton busy={busy || completing} onAsk={run} />
    </>
  );
}

type Typed = 'TOTP' | 'RECOVERY';

interface FactorFormProps {
  readonly flow: FlowState;
  readonly factors: FlowStateAnswer['factors'];
  readonly completing: boolean;
  readonly onVerified: (answer: FlowStateAnswer) => void;
}

const texts: Readonly<Record<Typed, { readonly hint: string; readonly empty: string; readonly switchTo: string }>> = {
  TOTP: {
    hint: 'Enter the 6-digit code that your authenticator app shows now.',
    empty: notThatLong(CODE_LENGTH),
    switchTo: 'Use your authenticator app',
  },
  RECOVERY: {
    hint: 'Enter one of the recovery codes that you have kept. Each works once.',
    empty: 'Enter a recovery code',
    switchTo: 'Use a recovery code',
  },
};

/** A code of an authenticator app, or a recovery code. */
export function FactorForm({ flow, factors, completing, onVerified }: FactorFormProps) {
  const offered = (['TOTP', 'RECOVERY'] as const).filter((kind) => factors.includes(kind === 'TOTP' ? 'totp' : 'recovery'));
  const [kind, setKind] = useState<Typed>(offered[0] ?? 'RECOVERY');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [verify, { isLoading }] = useVerifyMutation();
  const input = useRef<HTMLInputElement>(null);
  const other = offered.find((each) => each !== kind);

  const change = (typed: string) => {
    setText(typed);
    setError(null);
  };
  const submit = async (typed: string) => {
    if (isLoading || completing) return;
    if (kind === 'TOTP' ? typed.length !== CODE_LENGTH : typed.trim() === '') {
      setError(texts[kind].empty);
      input.current?.focus();
      return;
    }
    const { userId, context } = flow;
    const { data, error: refusal } = await verify({ verifyRequest: { userId, otp: typed, verificationType: kind, context } });
    if (data !== undefined) {
      onVerified(data);
      return;
    }
    setText('');
    setError(withWait(messageOf(refusal, 'Verification failed. Please try again.'), isProblem(refusal) ? refusal.retryAfter : undefined));
    input.current?.focus();
  };

  return (
    <Box
      component="form"
      noValidate
      aria-label="Second factor"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(text);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {texts[kind].hint}
      </Typography>
      <FormField label={kind === 'TOTP' ? 'Code of the app' : 'Recovery code'} error={error ?? undefined}>
        {({ inputId, describedBy }) =>
          kind === 'TOTP' ? (
            <CodeInput
              ref={input}
              id={inputId}
              length={CODE_LENGTH}
              value={text}
              disabled={completing}
              invalid={error !== null}
              describedBy={describedBy ?? ''}
              onChange={(typed) => change(digitsOf(typed, CODE_LENGTH))}
              onComplete={(typed: string) => {
                if (digitsOf(typed, CODE_LENGTH).length === CODE_LENGTH) void submit(digitsOf(typed, CODE_LENGTH));
              }}
            />
          ) : (
            <OutlinedInput
              inputRef={input}
              id={inputId}
              value={text}
              fullWidth
              // It takes the place of the field before it, and is the only one.
              // eslint-disable-next-line jsx-a11y-x/no-autofocus
              autoFocus
              error={error !== null}
              disabled={completing}
              autoComplete="off"
              onChange={(event) => change(event.target.value)}
              slotProps={{ input: { 'aria-describedby': describedBy, autoCapitalize: 'none', spellCheck: false, enterKeyHint: 'go' } }}
            />
          )
        }
      </FormField>
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel="Verifying…">
        Verify
      </ProgressButton>
      {other !== undefined && (
        <Button
          disabled={isLoading || completing}
          onClick={() => {
            setKind(other);
            change('');
          }}
        >
          {texts[other].switchTo}
        </Button>
      )}
    </Box>
  );
}

const TITLE = 'Confirm it is you';

interface FactorsProps {
  readonly flow: FlowState;
  readonly factors: FlowStateAnswer['factors'];
  readonly completing: boolean;
  readonly onVerified: (answer: Pick<FlowStateAnswer, 'nextStep'>) => void;
}

/** The passkey first, where the browser can; then what is typed. */
function Factors({ flow, factors, completing, onVerified }: FactorsProps) {
  const isTyped = factors.some((factor) => factor !== 'passkey');
  return (
    <>
      {factors.includes('passkey') && supportsPasskeys() && (
        <PasskeyFactor userId={flow.userId} completing={completing} onVerified={onVerified} />
      )}
      {factors.includes('passkey') && !supportsPasskeys() && !isTyped && (
        <FormError message="This browser cannot use your passkey. Please log in on another device." />
      )}
      {isTyped && factors.includes('passkey') && supportsPasskeys() && <Or />}
      {isTyped && <FactorForm flow={flow} factors={factors} completing={completing} onVerified={onVerified} />}
    </>
  );
}

function Steps({ flow, code }: { readonly flow: FlowState; readonly code: FlowStateAnswer }) {
  const { follow, completing } = useOnward();
  const [failure, setFailure] = useState<string | null>(null);
  const goOn = async ({ nextStep }: Pick<FlowStateAnswer, 'nextStep'>) => setFailure(await follow(flow, nextStep));

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormError message={failure} />
      {code.state === 'factor_required' ? (
        <Factors flow={flow} factors={code.factors} completing={completing} onVerified={(answer) => void goOn(answer)} />
      ) : (
        <CodeAccepted busy={completing} onContinue={() => void goOn(code)} />
      )}
    </Box>
  );
}

function FlowPage({ flow }: { readonly flow: FlowState }) {
  const { code, error, refetch } = useCodeState(flow.userId);
  if (isProblem(error) && error.status === 401) return <FlowOver message={error.message} context={flow.context} />;
  return (
    <AuthLayout
      title={TITLE}
      subtitle="Your account is protected by a second step."
      foot={<StartAgain flow={flow} />}
    >
      {code !== undefined && <Steps flow={flow} code={code} />}
      {code === undefined && isProblem(error) && <ErrorState message={error.message} onRetry={refetch} />}
      {code === undefined && !isProblem(error) && <Skeleton role="status" aria-label="Loading" variant="rounded" height={180} />}
    </AuthLayout>
  );
}

/** The second factor of a login. */
export function FactorPage() {
  const flow = readFlowState(useLocation().state);
  return flow === null ? <Navigate to="/login" replace /> : <FlowPage flow={flow} />;
}
