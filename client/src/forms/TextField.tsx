import { t } from '@lingui/core/macro';
import { IconButton, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

import { EyeIcon, EyeOffIcon } from '~/ui/icons';

import { FormField, type FormFieldProps } from './FormField';

interface TypedProps
  extends Pick<OutlinedInputProps, 'name' | 'inputRef' | 'autoComplete' | 'type' | 'placeholder' | 'disabled' | 'autoFocus' | 'multiline' | 'minRows' | 'maxRows' | 'endAdornment' | 'onBlur' | 'onKeyDown' | 'sx'>,
    Omit<FormFieldProps, 'children'> {
  readonly value: string;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>;
  /** Values that the browser offers, each with what is said of it. */
  readonly suggestions?: readonly (readonly [value: string, text: string])[];
  readonly onType: (text: string) => void;
}

/** A line of text below its label, outside of a form. */
export function Typed({ label, hideLabel = false, hint, aside, error, input, suggestions, onType, ...typed }: TypedProps) {
  const listId = useId();
  return (
    <FormField label={label} hideLabel={hideLabel} hint={hint} error={error} aside={aside}>
      {({ inputId, describedBy }) => (
        <>
          <OutlinedInput
            autoComplete="off"
            {...typed}
            id={inputId}
            fullWidth
            error={error !== undefined}
            onChange={(event) => onType(event.target.value)}
            slotProps={{ input: { ...input, 'aria-describedby': describedBy, ...(suggestions !== undefined && { list: listId }) } }}
          />
          {suggestions !== undefined && (
            <datalist id={listId}>
              {suggestions.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </FormField>
  );
}

interface TextFieldProps<Values extends FieldValues> extends Pick<TypedProps, 'label' | 'hint' | 'aside' | 'endAdornment'>, Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'enterKeyHint'> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'time' | 'datetime-local' | 'password';
  /** A field without one is off. */
  readonly autoComplete?: string;
  readonly initialFocus?: boolean;
  /** Three to ten lines in sight. */
  readonly multiline?: boolean;
  /** What becomes of the text once the field is left. */
  readonly tidy?: (typed: string) => string;
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { control, name, type = 'text', inputMode, enterKeyHint, initialFocus = false, multiline = false, tidy, ...typed } = props;
  const isProse = type === 'text' && !multiline && typed.autoComplete?.startsWith('username') !== true;
  const {
    field: { ref, onChange, onBlur, ...field },
    fieldState,
  } = useController({ control, name });
  const leave = () => {
    const tidied = tidy?.(field.value) ?? field.value;
    if (tidied !== field.value) onChange(tidied);
    onBlur();
  };
  return (
    <Typed
      {...typed}
      {...field}
      {...(multiline && { multiline, minRows: 3, maxRows: 10 })}
      error={fieldState.error?.message}
      inputRef={ref}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a page consists of one form, it is where the person wants to be
      autoFocus={initialFocus}
      type={type}
      input={{ inputMode, enterKeyHint, spellCheck: isProse ? undefined : false, autoCapitalize: isProse ? undefined : 'none' }}
      onType={onChange}
      onBlur={leave}
    />
  );
}

type LinesFieldProps<Values extends FieldValues> = Pick<TextFieldProps<Values>, 'control' | 'name' | 'label' | 'hint'>;

export function LinesField<Values extends FieldValues>(props: LinesFieldProps<Values>) {
  return <TextField {...props} multiline />;
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
