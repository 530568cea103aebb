import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';

import { FormField } from '~/forms/FormField';

interface ChoiceProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  /** The label of no choice; without one there is always one. */
  readonly none?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChoose: (value: string) => void;
}

/** One of several outside of a form, by the browser's own list. */
export function Choice({ label, hideLabel = false, value, none, options, error, disabled = false, onChoose }: ChoiceProps) {
  return (
    <FormField label={label} hideLabel={hideLabel} error={error}>
      {({ inputId, describedBy }) => (
        <NativeSelect
          fullWidth
          variant="outlined"
          value={value}
          disabled={disabled}
          error={error !== undefined}
          input={<OutlinedInput />}
          inputProps={{ id: inputId, 'aria-describedby': describedBy }}
          onChange={(event) => {
            onChoose(event.target.value);
          }}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
