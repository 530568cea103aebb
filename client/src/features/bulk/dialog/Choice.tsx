import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';

import { FormField } from '~/forms/FormField';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The text while nothing is chosen. */
  readonly placeholder: string;
  readonly value: Value | '';
  readonly options: readonly (readonly [Value, string])[];
  readonly disabled?: boolean;
  readonly onChoose: (value: Value | '') => void;
}

/** One of several, by the browser's own list. */
export function Choice<Value extends string>({ label, placeholder, value, options, disabled = false, onChoose }: ChoiceProps<Value>) {
  return (
    <FormField label={label}>
      {({ inputId }) => (
        <NativeSelect
          fullWidth
          variant="outlined"
          value={value}
          disabled={disabled}
          input={<OutlinedInput />}
          inputProps={{ id: inputId }}
          onChange={(event) => {
            onChoose(options.find(([each]) => each === event.target.value)?.[0] ?? '');
          }}
        >
          <option value="">{placeholder}</option>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
