import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { layout } from '~/theme/tokens';

interface PageShellProps {
  /** Where a page needs its height for what it shows. */
  readonly dense?: boolean;
  readonly children: ReactNode;
}

/** A signed-in page's measure and margins. */
export function PageShell({ dense = false, children }: PageShellProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: layout.content, mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: { xs: dense ? 1 : 3, md: dense ? 1 : 5 } }}>
      {children}
    </Box>
  );
}
