import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { OTPInput, type SlotProps } from 'input-otp';
import type { Ref } from 'react';

import { plainDigits } from '~/lib/digits';
import { radius } from '~/theme/tokens';

export const CODE_LENGTH = 6;

export function notThatLong(length: number): string {
  return t`Please enter a valid ${length}-digit OTP`;
}

export function digitsOf(text: string, length: number): string {
  return plainDigits(text).replaceAll(/\D/gu, '').slice(0, length);
}

const NO_CODE = '-';

/** The digits of a pasted text, which may be a sentence; where it has several numbers, it is unknown which is the code. */
function pastedCode(text: string, length: number): string {
  const numbers = plainDigits(text).match(/\d+(?:[ -]\d+)*/gu) ?? [];
  const digits = (numbers[0] ?? '').replaceAll(/\D/gu, '');
  return numbers.length === 1 && digits.length <= length ? digits : NO_CODE;
}

interface CodeInputProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly id: string;
  /** How many digits the code has: 6, or 12. */
  readonly length: number;
  readonly value: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** Gets the digits, and the raw text that they are of. */
  readonly onChange: (digits: string, typed: string) => void;
  readonly onComplete: (digits: string) => void;
}

function Slot({ char, hasFakeCaret, isActive, invalid, disabled }: SlotProps & { invalid: boolean; disabled: boolean }) {
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'grid',
        placeItems: 'center',
        height: { xs: 52, sm: 58 },
        border: 1,
        borderRadius: radius.menu,
        borderColor: invalid ? 'error.main' : isActive ? 'primary.main' : 'surface.controlLine',
        bgcolor: disabled ? 'surface.sunken' : 'background.paper',
        boxShadow: (theme) => (isActive ? `0 0 0 3px ${theme.vars.palette.soft[invalid ? 'danger' : 'accent']}` : 'none'),
        fontSize: '1.5rem',
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
        transition: 'border-color 120ms, box-shadow 120ms',
      }}
    >
      {char}
      {hasFakeCaret && (
        <Box
          sx={{
            width: 1.5,
            height: 26,
            bgcolor: 'text.primary',
            animation: 'wm-caret 1.1s steps(1) infinite',
            '@keyframes wm-caret': { '50%': { opacity: 0 } },
          }}
        />
      )}
    </Box>
  );
}

/** One real input, drawn as slots, six in a row: it takes a paste of "123 456" and the phone's offer of the code. */
export function CodeInput({ ref, id, length, value, disabled, invalid, describedBy, onChange, onComplete }: CodeInputProps) {
  return (
    <OTPInput
      ref={ref}
      id={id}
      value={value}
      maxLength={length}
      disabled={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      autoComplete="one-time-code"
      inputMode="numeric"
      enterKeyHint="go"
      // The page has this one input, and a code in hand.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      pasteTransformer={(text) => pastedCode(text, length)}
      onChange={(typed) => onChange(digitsOf(typed, length), typed)}
      onComplete={(typed: string) => {
        const digits = digitsOf(typed, length);
        if (digits.length === length) onComplete(digits);
      }}
      render={({ slots }) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(6, 1fr)', gap: { xs: 0.75, sm: 1 } }}>
          {slots.map((slot, index) => (
            <Slot key={index} {...slot} invalid={invalid} disabled={disabled} />
          ))}
        </Box>
      )}
    />
  );
}
