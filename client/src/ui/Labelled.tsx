import { Box, Typography } from '@mui/material';
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

export function LabelledSelect<Value extends string>({ label, ...select }: ComponentProps<typeof Select<Value>> & { readonly label: string }) {
  return <Labelled label={label}>{(id) => <Select id={id} {...select} />}</Labelled>;
}
