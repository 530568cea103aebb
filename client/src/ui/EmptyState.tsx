import { Avatar, Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Note } from './Text';

interface Way {
  readonly label: string;
  readonly variant?: 'contained' | 'outlined';
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
}

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** The way on. */
  readonly action?: ReactNode;
  readonly way?: Way | false;
}

function WayOn({ way: { label, to, variant = 'outlined' } }: { readonly way: Way }) {
  const leads = typeof to === 'string' ? { component: Link, to } : { onClick: to };
  return (
    <Button variant={variant} {...leads}>
      {label}
    </Button>
  );
}

export function EmptyState({ title, children, icon, way = false, action = way !== false && <WayOn way={way} /> }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, px: 3, py: 7 }}>
      {icon !== undefined && (
        <Avatar variant="rounded" sx={{ mb: 1, bgcolor: 'surface.sunken', color: 'text.secondary' }}>
          {icon}
        </Avatar>
      )}
      <Typography variant="h5" component="h2">
        {title}
      </Typography>
      <Note sx={{ maxWidth: 420, textWrap: 'pretty' }}>{children}</Note>
      {action !== false && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
