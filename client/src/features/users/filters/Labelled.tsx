import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
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
        onChange={({ target }) => {
          onChoose(options.find(([option]) => option === target.value)?.[0] ?? null);
        }}
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
