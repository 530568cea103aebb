import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface LabelledProps {
  readonly label: string;
  readonly sx?: object;
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
