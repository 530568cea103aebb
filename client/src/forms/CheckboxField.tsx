import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { radius } from '~/theme/tokens';

interface CheckboxFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, boolean>;
  /** May hold links: they lead away, and do not tick the box. */
  readonly label: ReactNode;
}

/** One thing to agree to, with its error in place. */
export function CheckboxField<Values extends FieldValues>({ control, name, label }: CheckboxFieldProps<Values>) {
  const {
    field: { ref, value, ...field },
    fieldState,
  } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Checkbox
          {...field}
          id={id}
          checked={value}
          size="small"
          slotProps={{
            input: {
              ref,
              'aria-invalid': error !== undefined,
              'aria-describedby': error === undefined ? undefined : `${id}-error`,
            },
          }}
          sx={{ p: 0.5, ml: -0.5, color: error === undefined ? 'surface.controlLine' : 'error.main', borderRadius: radius.control }}
        />
        <Typography component="label" htmlFor={id} variant="body2" sx={{ pt: 0.5, cursor: 'pointer' }}>
          {label}
        </Typography>
      </Box>
      {error !== undefined && (
        <FormHelperText error id={`${id}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
