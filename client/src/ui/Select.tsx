import { NativeSelect, type NativeSelectProps, OutlinedInput } from '@mui/material';
import type { Ref } from 'react';

interface SelectProps<Value extends string> extends Pick<NativeSelectProps, 'fullWidth' | 'disabled' | 'autoFocus' | 'autoComplete' | 'name' | 'onBlur' | 'sx'> {
  readonly id?: string;
  readonly ref?: Ref<HTMLSelectElement>;
  /** Where no label in sight names it. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly size?: 'small' | 'medium';
  readonly value: Value | '';
  /** The text of no choice; without it there is always one. */
  readonly none?: string | undefined;
  readonly options: readonly (readonly [Value, string])[];
  /** An empty text for no choice. */
  readonly onChoose: (value: Value | '') => void;
}

/** One of several, by the browser's own list: it is known on every device. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { id, ref, label, describedBy, invalid = false, size = 'medium', none, options, onChoose, autoComplete, ...select } = props;
  return (
    <NativeSelect
      {...select}
      variant="outlined"
      error={invalid}
      input={<OutlinedInput size={size} />}
      inputRef={ref}
      inputProps={{ id, autoComplete, 'aria-label': label, 'aria-describedby': describedBy }}
      onChange={({ target }) => onChoose(options.find(([option]) => option === target.value)?.[0] ?? '')}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
