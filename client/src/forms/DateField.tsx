import type { ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { dayOf } from '~/lib/days';
import { formatDay } from '~/lib/format';

import { DayInput, type DayInputProps } from './DayInput';
import { FormField } from './FormField';

interface DateFieldProps<Values extends FieldValues> extends Pick<DayInputProps, 'label' | 'openAt'> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly hint?: ReactNode;
}

/** A day of a form, and the same in words below. */
export function DateField<Values extends FieldValues>({ control, name, label, hint, openAt }: DateFieldProps<Values>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const words = dayOf(value) === undefined ? '' : formatDay(value);
  const error = fieldState.error?.message;
  return (
    <FormField label={label} hint={words === '' ? hint : <>{words}{hint !== undefined && <> · {hint}</>}</>} error={error}>
      {(ids) => <DayInput {...ids} label={label} value={value} onChange={onChange} onBlur={onBlur} inputRef={ref} invalid={error !== undefined} openAt={openAt} />}
    </FormField>
  );
}
