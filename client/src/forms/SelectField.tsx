import type { ComponentProps } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { Select } from '~/ui/Select';

import { FormField, type FormFieldProps } from './FormField';

interface ChoiceProps<Value extends string> extends Omit<ComponentProps<typeof Select<Value>>, 'id' | 'describedBy' | 'invalid' | 'fullWidth' | 'label'>, Omit<FormFieldProps, 'aside' | 'children'> {}

export function Choice<Value extends string>({ label, hideLabel = false, hint, error, ...select }: ChoiceProps<Value>) {
  return (
    <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {({ inputId, describedBy }) => <Select {...select} id={inputId} describedBy={describedBy} invalid={error !== undefined} fullWidth />}
    </FormField>
  );
}

interface SelectFieldProps<Values extends FieldValues> extends Pick<ComponentProps<typeof Choice>, 'label' | 'hint' | 'disabled' | 'autoComplete' | 'options'> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  /** The text of no choice; without it there is always one. */
  readonly placeholder?: string;
  readonly onChosen?: (value: string) => void;
}

/** One of several in a form, by the browser's own list: it is known on every device. */
export function SelectField<Values extends FieldValues>({ control, name, placeholder, onChosen, ...choice }: SelectFieldProps<Values>) {
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
      onChoose={(value) => {
        onChange(value);
        onChosen?.(value);
      }}
    />
  );
}
