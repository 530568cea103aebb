import { Link, type LinkProps, Typography, type TypographyProps } from '@mui/material';
import type { ElementType } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

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

/** A link to another page of the application. */
export function TextLink(props: LinkProps & Pick<RouterLinkProps, 'to' | 'state' | 'preventScrollReset'>) {
  return <Link component={RouterLink} {...props} />;
}
