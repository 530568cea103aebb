import type { ComponentProps } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { Choice } from './Choice';

interface SelectFieldProps<Values extends FieldValues> extends Pick<ComponentProps<typeof Choice>, 'label' | 'hint' | 'disabled' | 'autoComplete'> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  /** A text alone is its own value. */
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
  /** After a choice has been taken up. */
  readonly onChosen?: (value: string) => void;
}

/** One of several in a form, by the browser's own list: it is known on every device. */
export function SelectField<Values extends FieldValues>({ control, name, placeholder, options, onChosen, ...choice }: SelectFieldProps<Values>) {
  const {
    field: { onChange, ...field },
    fieldState,
  } = useController({ control, name });
  return (
    <Choice
      {...choice}
      {...field}
      error={fieldState.error?.message}
      none={placeholder}
      options={options.map((option) => (typeof option === 'string' ? ([option, option] as const) : ([option.value, option.label] as const)))}
      onChoose={(value) => {
        onChange(value);
        onChosen?.(value);
      }}
    />
  );
}
