import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { radius } from '~/theme/tokens';

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, px: 3, py: 7 }}>
      {icon !== undefined && (
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 44,
            height: 44,
            mb: 1,
            borderRadius: radius.panel,
            bgcolor: 'surface.sunken',
            color: 'text.secondary',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h5" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 420, textWrap: 'pretty' }}>
        {children}
      </Typography>
      {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
