import { t } from '@lingui/core/macro';
import { OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';

import { formatCount } from '~/lib/format';

import { FormField } from './FormField';

interface TypedProps extends Pick<OutlinedInputProps, 'inputRef' | 'autoComplete' | 'type' | 'placeholder' | 'disabled' | 'autoFocus' | 'onKeyDown' | 'sx'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>;
  /** Values that the browser offers, each with what is said of it. */
  readonly suggestions?: readonly (readonly [value: string, text: string])[];
  readonly onType: (text: string) => void;
}

/** A line of text outside of a form, below its label. */
export function Typed({ label, hideLabel = false, hint, error, input, suggestions, onType, ...typed }: TypedProps) {
  const listId = useId();
  return (
    <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {({ inputId, describedBy }) => (
        <>
          <OutlinedInput
            autoComplete="off"
            {...typed}
            id={inputId}
            fullWidth
            error={error !== undefined}
            onChange={(event) => onType(event.target.value)}
            slotProps={{ input: { ...input, 'aria-describedby': describedBy, ...(suggestions !== undefined && { list: listId }) } }}
          />
          {suggestions !== undefined && (
            <datalist id={listId}>
              {suggestions.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </FormField>
  );
}

/** From this number of people on, it has to be typed. */
const TYPE_FROM = 1_000;

interface NumberToType {
  readonly label: string;
  readonly count: number;
  readonly isNeeded?: boolean;
}

/** A number that confirms what is large. `isConfirmed` is asked when it is submitted, and shows what is missing. */
export function useTypedNumber({ label, count, isNeeded = count >= TYPE_FROM }: NumberToType) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  // However its thousands are separated.
  const isRight = !isNeeded || typed.replaceAll(/[\s,.’']/gu, '') === String(count);
  return {
    field: isNeeded && (
      <Typed
        label={label}
        hint={t`Type ${{ count: formatCount(count) }} to confirm.`}
        error={refused && !isRight ? t`Type ${{ count: formatCount(count) }} to continue.` : undefined}
        value={typed}
        input={{ inputMode: 'numeric' }}
        onType={setTyped}
        sx={{ width: 200, fontVariantNumeric: 'tabular-nums' }}
      />
    ),
    isConfirmed: () => {
      setRefused(true);
      return isRight;
    },
  };
}
