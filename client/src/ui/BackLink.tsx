import Button from '@mui/material/Button';
import { Link } from 'react-router';

import { ArrowLeftIcon } from './icons';

interface BackLinkProps {
  readonly to: string;
  readonly children?: string;
}

/** The way back, above a page's title. */
export function BackLink({ to, children = 'Back' }: BackLinkProps) {
  return (
    <Button component={Link} to={to} variant="text" color="inherit" size="small" startIcon={<ArrowLeftIcon sx={{ fontSize: 18 }} />} sx={{ ml: -1.5, mb: 1 }}>
      {children}
    </Button>
  );
}
