import type { ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { Select } from '~/ui/Select';

import { FormField } from './FormField';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  /** A text alone is its own value. */
  readonly options: readonly (string | Option)[];
  readonly autoComplete?: string;
  readonly disabled?: boolean;
  /** After a choice has been taken up. */
  readonly onChosen?: (value: string) => void;
}

/** One of several, by the browser's own list: it is known on every device. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, label, hint, placeholder, options, autoComplete, disabled = false, onChosen } = props;
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <FormField label={label} hint={hint} error={error}>
      {({ inputId, describedBy }) => (
        <Select
          {...field}
          id={inputId}
          describedBy={describedBy}
          invalid={error !== undefined}
          fullWidth
          disabled={disabled}
          {...(autoComplete !== undefined && { autoComplete })}
          none={placeholder}
          options={options.map((option) => (typeof option === 'string' ? ([option, option] as const) : ([option.value, option.label] as const)))}
          onChoose={(value) => {
            field.onChange(value);
            onChosen?.(value);
          }}
        />
      )}
    </FormField>
  );
}
