import { t } from '@lingui/core/macro';
import { OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

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

interface TypedNumberProps {
  readonly label: string;
  readonly count: number;
  readonly typed: string;
  /** Whether it was to be confirmed without it. */
  readonly refused: boolean;
  readonly onType: (typed: string) => void;
}

/** Whether this is the number, however its thousands are separated. */
export function isTyped(count: number, typed: string): boolean {
  return typed.replaceAll(/[\s,.’']/gu, '') === String(count);
}

export function TypedNumber({ label, count, typed, refused, onType }: TypedNumberProps) {
  return (
    <Typed
      label={label}
      hint={t`Type ${{ count: formatCount(count) }} to confirm.`}
      error={refused && !isTyped(count, typed) ? t`Type ${{ count: formatCount(count) }} to continue.` : undefined}
      value={typed}
      input={{ inputMode: 'numeric' }}
      onType={onType}
      sx={{ width: 200, fontVariantNumeric: 'tabular-nums' }}
    />
  );
}
