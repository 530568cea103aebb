import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { FormField } from './FormField';

interface SelectFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  readonly options: readonly string[];
  readonly autoComplete?: string;
}

/** One of several, by the browser's own list: it is known on every device. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, label, placeholder, options, autoComplete } = props;
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <FormField label={label} error={error}>
      {({ inputId, describedBy }) => (
        <NativeSelect
          {...field}
          inputRef={ref}
          fullWidth
          variant="outlined"
          error={error !== undefined}
          input={<OutlinedInput />}
          inputProps={{ id: inputId, 'aria-describedby': describedBy, autoComplete }}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
