import { Avatar, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { Note } from './Text';

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
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
      {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
