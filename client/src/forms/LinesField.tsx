import { OutlinedInput } from '@mui/material';
import type { ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { FormField } from './FormField';

const SHOWN = 3;
const MOST_SHOWN = 10;

interface LinesFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly hint: ReactNode;
}

/** A list, one entry a line. */
export function LinesField<Values extends FieldValues>({ control, name, label, hint }: LinesFieldProps<Values>) {
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <FormField label={label} hint={hint} error={error}>
      {({ inputId, describedBy }) => (
        <OutlinedInput
          {...field}
          id={inputId}
          inputRef={ref}
          fullWidth
          multiline
          minRows={SHOWN}
          maxRows={MOST_SHOWN}
          error={error !== undefined}
          autoComplete="off"
          slotProps={{ input: { 'aria-describedby': describedBy, spellCheck: false, autoCapitalize: 'none' } }}
        />
      )}
    </FormField>
  );
}

/** The entries of a list that was typed. */
export function linesOf(typed: string): string[] {
  return typed.split(/[\n,;]+/u).map((line) => line.trim()).filter((line) => line !== '');
}
