import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

interface SwitchFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly hint: string;
  /** The form's texts for on and off, so that a draft can keep them. */
  readonly on: string;
  readonly off: string;
}

/** One thing that is on or off. */
export function SwitchField<Values extends FieldValues>({ control, name, label, hint, on, off }: SwitchFieldProps<Values>) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control, name });
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}>
      <Box>
        <Typography component="label" htmlFor={id} variant="subtitle2" sx={{ cursor: 'pointer' }}>
          {label}
        </Typography>
        <Typography id={`${id}-hint`} variant="caption" component="p" sx={{ m: 0, mt: 0.25, color: 'text.secondary' }}>
          {hint}
        </Typography>
      </Box>
      <Switch
        id={id}
        checked={value === on}
        onChange={(_event, checked) => {
          onChange(checked ? on : off);
        }}
        onBlur={onBlur}
        slotProps={{ input: { ref, 'aria-describedby': `${id}-hint` } }}
      />
    </Box>
  );
}
