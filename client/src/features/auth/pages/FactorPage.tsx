import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Box, Button, Skeleton } from '@mui/material';
import { useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { askForPasskey, runCeremony, supportsPasskeys } from '~/api/passkeys';
import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { FormField } from '~/forms/FormField';
import { Typed } from '~/forms/TextField';
import { withWait } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useAttempt } from '~/ui/useAttempt';

import { authApi, type FlowStateAnswer } from '../api';
import { Or } from '../components/AuthLayout';
import { CODE_LENGTH, CodeInput, notThatLong } from '../components/CodeInput';
import { CodeAccepted, FlowPage } from '../components/Delivery';
import { type FlowState, readFlowState, useOnward } from '../flowState';

const FAILED = msg`Verification failed. Please try again.`;

interface FactorProps {
  readonly flow: FlowState;
  readonly factors: FlowStateAnswer['factors'];
  readonly completing: boolean;
  readonly onVerified: (answer: Pick<FlowStateAnswer, 'nextStep'>) => void;
}

function PasskeyFactor({ flow: { userId }, completing, onVerified }: FactorProps) {
  const [readOptions] = authApi.useReadPasskeyOptionsMutation();
  const [prove] = authApi.useLogInWithPasskeyMutation();
  const { run, busy, error } = useAttempt(async () => {
    const options = await readOptions({ passkeyOptionsRequest: { userId } });
    const { data, error: failure } = await runCeremony(options, askForPasskey, (credential) => prove({ passkeyLoginRequest: { userId, credential } }));
    if (data !== undefined) onVerified(data);
    return failure;
  }, t(FAILED));
  return (
    <>
      <FormError message={error} />
      <ProgressButton variant="outlined" fullWidth busy={busy || completing} busyLabel={t`Waiting for your passkey…`} onClick={run}>
        {t`Use your passkey`}
      </ProgressButton>
    </>
  );
}

type Kind = 'TOTP' | 'RECOVERY';

const texts: Readonly<Record<Kind, { readonly hint: MessageDescriptor; readonly empty: () => string; readonly switchTo: MessageDescriptor }>> = {
  TOTP: {
    hint: msg`Enter the 6-digit code that your authenticator app shows now.`,
    empty: () => notThatLong(CODE_LENGTH),
    switchTo: msg`Use your authenticator app`,
  },
  RECOVERY: {
    hint: msg`Enter one of the recovery codes that you have kept. Each works once.`,
    empty: () => t`Enter a recovery code`,
    switchTo: msg`Use a recovery code`,
  },
};

function TypedFactor({ flow, factors, completing, onVerified }: FactorProps) {
  const offered = (['TOTP', 'RECOVERY'] as const).filter((kind) => factors.includes(kind === 'TOTP' ? 'totp' : 'recovery'));
  const [kind, setKind] = useState<Kind>(offered[0] ?? 'RECOVERY');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [verify, { isLoading }] = authApi.useVerifyMutation();
  const input = useRef<HTMLInputElement>(null);
  const other = offered.find((each) => each !== kind);

  const change = (typed: string) => {
    setText(typed);
    setError(null);
  };
  const refuse = (sentence: string) => {
    setError(sentence);
    input.current?.focus();
  };
  const submit = async (otp: string) => {
    if (isLoading || completing) return;
    if (kind === 'TOTP' ? otp.length !== CODE_LENGTH : otp.trim() === '') {
      refuse(texts[kind].empty());
      return;
    }
    const { userId, context } = flow;
    const { data, error: refusal } = await verify({ verifyRequest: { userId, otp, verificationType: kind, context } });
    if (data !== undefined) {
      onVerified(data);
      return;
    }
    setText('');
    refuse(withWait(messageOf(refusal, t(FAILED)), isProblem(refusal) ? refusal.retryAfter : undefined));
  };

  return (
    <Box
      component="form"
      noValidate
      aria-label={t`Second factor`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(text);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <Note>{t(texts[kind].hint)}</Note>
      {kind === 'TOTP' ? (
        <FormField label={t`Code of the app`} error={error ?? undefined}>
          {({ inputId, describedBy }) => (
            <CodeInput
              ref={input}
              id={inputId}
              length={CODE_LENGTH}
              value={text}
              disabled={completing}
              invalid={error !== null}
              describedBy={describedBy}
              onChange={change}
              onComplete={(digits) => void submit(digits)}
            />
          )}
        </FormField>
      ) : (
        <Typed
          inputRef={input}
          label={t`Recovery code`}
          error={error ?? undefined}
          value={text}
          // It takes the place of the field before it, and is the only one.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          disabled={completing}
          input={{ autoCapitalize: 'none', spellCheck: false, enterKeyHint: 'go' }}
          onType={change}
        />
      )}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading || completing} busyLabel={t`Verifying…`}>
        {t`Verify`}
      </ProgressButton>
      {other !== undefined && (
        <Button
          disabled={isLoading || completing}
          onClick={() => {
            setKind(other);
            change('');
          }}
        >
          {t(texts[other].switchTo)}
        </Button>
      )}
    </Box>
  );
}

function Factors(props: FactorProps) {
  const hasPasskey = props.factors.includes('passkey');
  const isTyped = props.factors.some((factor) => factor !== 'passkey');
  if (hasPasskey && !isTyped && !supportsPasskeys()) return <FormError message={t`This browser cannot use your passkey. Please log in on another device.`} />;
  return (
    <>
      {hasPasskey && supportsPasskeys() && <PasskeyFactor {...props} />}
      {hasPasskey && supportsPasskeys() && isTyped && <Or />}
      {isTyped && <TypedFactor {...props} />}
    </>
  );
}

function Steps({ flow, code }: { readonly flow: FlowState; readonly code: FlowStateAnswer }) {
  const { follow, completing } = useOnward();
  const [failure, setFailure] = useState<string | null>(null);
  const goOn = ({ nextStep }: Pick<FlowStateAnswer, 'nextStep'>) => void follow(flow, nextStep).then(setFailure);

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormError message={failure} />
      {code.state === 'factor_required' ? (
        <Factors flow={flow} factors={code.factors} completing={completing} onVerified={goOn} />
      ) : (
        <CodeAccepted busy={completing} onContinue={() => goOn(code)} />
      )}
    </Box>
  );
}

export function FactorPage() {
  const flow = readFlowState(useLocation().state);
  if (flow === null) return <Navigate to="/login" replace />;
  return (
    <FlowPage
      flow={flow}
      title={t`Confirm it is you`}
      subtitle={t`Your account is protected by a second step.`}
      skeleton={<Skeleton role="status" aria-label={t`Loading`} variant="rounded" height={180} />}
    >
      {(code) => <Steps flow={flow} code={code} />}
    </FlowPage>
  );
}
