import { t } from '@lingui/core/macro';
import { IconButton, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

import { EyeIcon, EyeOffIcon } from '~/ui/icons';

import { FormField } from './FormField';

type InputProps = Pick<OutlinedInputProps, 'endAdornment'> & Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'enterKeyHint'>;

interface TextFieldProps<Values extends FieldValues> extends InputProps {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  readonly autoComplete: string;
  readonly initialFocus?: boolean;
  /** Three to ten lines in sight. */
  readonly multiline?: boolean;
  /** What becomes of the text once the field is left. */
  readonly tidy?: (typed: string) => string;
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { control, name, label, hint, type = 'text', autoComplete, inputMode, enterKeyHint, multiline = false } = props;
  const isProse = type === 'text' && !multiline && !autoComplete.startsWith('username');
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  const error = fieldState.error?.message;
  const leave = () => {
    const tidied = props.tidy?.(field.value) ?? field.value;
    if (tidied !== field.value) field.onChange(tidied);
    field.onBlur();
  };
  return (
    <FormField label={label} hint={hint} error={error} aside={props.aside}>
      {({ inputId, describedBy }) => (
        <OutlinedInput
          {...field}
          onBlur={leave}
          id={inputId}
          inputRef={ref}
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- where a page consists of one form, it is where the person wants to be
          autoFocus={props.initialFocus ?? false}
          type={type}
          fullWidth
          multiline={multiline}
          {...(multiline && { minRows: 3, maxRows: 10 })}
          error={error !== undefined}
          autoComplete={autoComplete}
          endAdornment={props.endAdornment}
          slotProps={{
            input: {
              inputMode,
              enterKeyHint,
              'aria-describedby': describedBy,
              spellCheck: isProse ? undefined : false,
              autoCapitalize: isProse ? undefined : 'none',
            },
          }}
        />
      )}
    </FormField>
  );
}

type LinesFieldProps<Values extends FieldValues> = Pick<TextFieldProps<Values>, 'control' | 'name' | 'label' | 'hint'>;

export function LinesField<Values extends FieldValues>(props: LinesFieldProps<Values>) {
  return <TextField {...props} multiline autoComplete="off" />;
}

export function linesOf(typed: string): string[] {
  return typed.split(/[\n,;]+/u).map((line) => line.trim()).filter((line) => line !== '');
}

type PasswordFieldProps<Values extends FieldValues> = Omit<TextFieldProps<Values>, 'type' | 'inputMode' | 'endAdornment'>;

export function PasswordField<Values extends FieldValues>(props: PasswordFieldProps<Values>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          edge="end"
          size="small"
          aria-label={shown ? t`Hide ${{ field: props.label.toLowerCase() }}` : t`Show ${{ field: props.label.toLowerCase() }}`}
          onClick={() => setShown(!shown)}
          sx={{ ml: 1 }}
        >
          {shown ? <EyeOffIcon fontSize="small" /> : <EyeIcon fontSize="small" />}
        </IconButton>
      }
    />
  );
}
