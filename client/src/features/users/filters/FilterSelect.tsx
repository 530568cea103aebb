import { Box, NativeSelect, OutlinedInput, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A field with its name in sight above it. */
export function Labelled({ id, label, children }: LabelledProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, minWidth: 0 }}>
      <Typography component="label" htmlFor={id} variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

interface LabelledSelectProps<Value extends string> {
  readonly label: string;
  readonly placeholder: string;
  readonly value: Value | '';
  readonly options: readonly (readonly [Value, string])[];
  /** Null for the placeholder. */
  readonly onChoose: (value: Value | null) => void;
}

export function LabelledSelect<Value extends string>({ label, placeholder, value, options, onChoose }: LabelledSelectProps<Value>) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <NativeSelect
        variant="outlined"
        input={<OutlinedInput />}
        inputProps={{ id }}
        value={value}
        onChange={({ target }) => onChoose(options.find(([option]) => option === target.value)?.[0] ?? null)}
        sx={{ minHeight: 36, height: 36, '& .MuiNativeSelect-select': { py: 0.5, fontSize: '0.875rem' } }}
      >
        <option value="">{placeholder}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  );
}

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  readonly options: readonly (readonly [Value, string])[];
  /** The text of the empty choice; without it there is none. */
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly initialFocus?: boolean;
  /** Null for the empty choice. */
  readonly onChoose: (value: Value | null) => void;
  readonly sx?: { readonly width?: string; readonly gridColumn?: object };
}

const compact = {
  minHeight: 36,
  height: 36,
  '& .MuiNativeSelect-select': { py: 0.5, fontSize: '0.875rem' },
} as const;

/** A select in a bar or a row, labelled for screen readers only. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, placeholder, invalid = false, disabled = false, initialFocus = false, onChoose, sx } = props;
  return (
    <NativeSelect
      variant="outlined"
      input={<OutlinedInput />}
      value={value}
      error={invalid}
      disabled={disabled}
      // The row that was opened for editing gets the focus.
      // eslint-disable-next-line jsx-a11y-x/no-autofocus
      autoFocus={initialFocus}
      onChange={(event) => onChoose(options.find(([option]) => option === event.target.value)?.[0] ?? null)}
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
