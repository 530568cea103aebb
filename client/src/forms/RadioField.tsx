import { Box, Checkbox, Radio, RadioGroup, Switch, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

import { radius } from '~/theme/tokens';
import { Caption } from '~/ui/Text';

import { FieldError } from './FormField';

export interface RadioOption {
  readonly value: string;
  readonly label: string;
  readonly effect: ReactNode;
}

interface RadioFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly options: readonly RadioOption[];
}

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
              <Caption id={`${id}-${value}-effect`} component="p">
                {effect}
              </Caption>
            </Box>
          </Box>
        ))}
      </RadioGroup>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Box>
  );
}

interface CheckboxFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, boolean>;
  /** May hold links: they lead away, and do not tick the box. */
  readonly label: ReactNode;
}

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
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Box>
  );
}

interface SwitchFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly hint: string;
  /** The form's texts for on and off, so that a draft can keep them. */
  readonly on: string;
  readonly off: string;
}

export function SwitchField<Values extends FieldValues>({ control, name, label, hint, on, off }: SwitchFieldProps<Values>) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control, name });
  return <SwitchLine label={label} hint={hint} checked={value === on} onSwitch={(checked) => onChange(checked ? on : off)} onBlur={onBlur} inputRef={ref} />;
}

interface SwitchLineProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onSwitch: (checked: boolean) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A switch beside its label, outside of a form. */
export function SwitchLine({ label, hint, checked, onSwitch, onBlur, inputRef }: SwitchLineProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}>
      <Box>
        <Typography component="label" htmlFor={id} variant="subtitle2" sx={{ cursor: 'pointer' }}>
          {label}
        </Typography>
        <Caption id={`${id}-hint`} component="p" sx={{ mt: 0.25 }}>
          {hint}
        </Caption>
      </Box>
      <Switch
        id={id}
        checked={checked}
        onChange={(_event, isOn) => onSwitch(isOn)}
        onBlur={onBlur}
        slotProps={{ input: { ...(inputRef !== undefined && { ref: inputRef }), 'aria-describedby': `${id}-hint` } }}
      />
    </Box>
  );
}
