import { Typography, type TypographyProps } from '@mui/material';
import type { ElementType } from 'react';

interface TextProps extends TypographyProps {
  readonly component?: ElementType;
}

/** Text that explains, and stands back behind what it is about. */
export function Note(props: TextProps) {
  return <Typography variant="body2" color="textSecondary" {...props} />;
}

/** The same in small, within a line unless `component` says otherwise. */
export function Caption(props: TextProps) {
  return <Typography variant="caption" color="textSecondary" {...props} />;
}
