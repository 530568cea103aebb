import { Box, Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useId } from 'react';

import { Select } from '~/ui/Select';

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

interface FilterSelectProps<Value extends string>
  extends Pick<ComponentProps<typeof Select<Value>>, 'label' | 'value' | 'options' | 'none' | 'invalid' | 'disabled' | 'autoFocus' | 'id'> {
  /** Null for the empty choice. */
  readonly onChoose: (value: Value | null) => void;
  readonly sx?: { readonly width?: string; readonly gridColumn?: object };
}

const compact = {
  minHeight: 36,
  height: 36,
  '& .MuiNativeSelect-select': { py: 0.5, fontSize: '0.875rem' },
} as const;

/** A select in a bar or a row; its label is read by screen readers only. */
export function FilterSelect<Value extends string>({ onChoose, sx, ...select }: FilterSelectProps<Value>) {
  return <Select {...select} sx={{ ...compact, ...sx }} onChoose={(value) => onChoose(value === '' ? null : value)} />;
}

export function LabelledSelect<Value extends string>({ label, ...select }: FilterSelectProps<Value> & { readonly label: string }) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <FilterSelect id={id} {...select} />
    </Labelled>
  );
}
