import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

export interface RadioOption {
  readonly value: string;
  readonly label: string;
  /** What the choice does. */
  readonly effect: ReactNode;
}

interface RadioFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly options: readonly RadioOption[];
}

/** One of a few, each with what it does. */
export function RadioField<Values extends FieldValues>({ control, name, label, options }: RadioFieldProps<Values>) {
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <Box>
      <Typography id={id} variant="subtitle2" component="p" sx={{ m: 0, mb: 0.75 }}>
        {label}
      </Typography>
      <RadioGroup {...field} aria-labelledby={id} aria-describedby={error === undefined ? undefined : `${id}-error`} sx={{ gap: 1 }}>
        {options.map(({ value, label: text, effect }, index) => (
          <Box key={value} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            <Radio
              id={`${id}-${value}`}
              value={value}
              size="small"
              slotProps={{ input: { ref: index === 0 ? ref : undefined, 'aria-describedby': `${id}-${value}-effect` } }}
              sx={{ p: 0.5, ml: -0.5 }}
            />
            <Box sx={{ pt: 0.5 }}>
              <Typography component="label" htmlFor={`${id}-${value}`} variant="body2" sx={{ cursor: 'pointer' }}>
                {text}
              </Typography>
              <Typography id={`${id}-${value}-effect`} variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
                {effect}
              </Typography>
            </Box>
          </Box>
        ))}
      </RadioGroup>
      {error !== undefined && (
        <FormHelperText error id={`${id}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
