import { Box, OutlinedInput, type OutlinedInputProps, Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useId } from 'react';

import { Select } from './Select';

interface LabelledProps {
  readonly label: string;
  readonly sx?: object | undefined;
  /** The field, with the id that the label names. */
  readonly children: (id: string) => ReactNode;
}

export function Labelled({ label, sx, children }: LabelledProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, minWidth: 0, ...sx }}>
      <Typography component="label" htmlFor={id} variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children(id)}
    </Box>
  );
}

interface LabelledSearchProps extends Pick<OutlinedInputProps, 'size' | 'placeholder'>, Pick<LabelledProps, 'label' | 'sx'> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly initialFocus?: boolean;
}

export function LabelledSearch({ label, sx, text, onText, initialFocus = false, ...input }: LabelledSearchProps) {
  return (
    <Labelled label={label} sx={sx}>
      {(id) => (
        <OutlinedInput
          {...input}
          id={id}
          type="search"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a search that the person has opened
          autoFocus={initialFocus}
          value={text}
          onChange={(event) => onText(event.target.value)}
          slotProps={{ input: { enterKeyHint: 'search', autoCapitalize: 'none', spellCheck: false, maxLength: 200 } }}
        />
      )}
    </Labelled>
  );
}

export function LabelledSelect<Value extends string>({ label, ...select }: ComponentProps<typeof Select<Value>> & { readonly label: string }) {
  return <Labelled label={label}>{(id) => <Select id={id} {...select} />}</Labelled>;
}
