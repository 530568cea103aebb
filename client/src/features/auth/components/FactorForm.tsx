import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { FormField } from '~/forms/FormField';
import { withWait } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';

import { type FlowStateAnswer, useVerifyMutation } from '../api';
import { CODE_LENGTH, digitsOf, notThatLong } from '../code';
import type { FlowState } from '../flowState';
import { CodeInput } from './CodeInput';

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
              onChange={(typed) => {
                change(digitsOf(typed, CODE_LENGTH));
              }}
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
              onChange={(event) => {
                change(event.target.value);
              }}
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
