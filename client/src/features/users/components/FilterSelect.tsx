import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  readonly options: readonly (readonly [Value, string])[];
  /** What an empty choice says; without it something is always chosen. */
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly initialFocus?: boolean;
  readonly onChoose: (value: string) => void;
  readonly sx?: { readonly width?: string; readonly gridColumn?: object };
}

const compact = {
  minHeight: 36,
  height: 36,
  '& .MuiNativeSelect-select': { py: 0.5, fontSize: '0.875rem' },
} as const;

/** One of several in a bar or a row, where its name is heard and not seen. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, placeholder, invalid = false, disabled = false, initialFocus = false, onChoose, sx } = props;
  return (
    <NativeSelect
      variant="outlined"
      input={<OutlinedInput />}
      value={value}
      error={invalid}
      disabled={disabled}
      // Whoever asked for a row to be edited goes on in it.
      // eslint-disable-next-line jsx-a11y-x/no-autofocus
      autoFocus={initialFocus}
      onChange={(event) => {
        onChoose(event.target.value);
      }}
      inputProps={{ 'aria-label': label }}
      sx={{ ...compact, ...sx }}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
