import Box from '@mui/material/Box';
import type { PropsWithChildren } from 'react';

import { layout } from '~/theme/tokens';

/** A signed-in page's measure and margins. */
export function PageShell({ children }: PropsWithChildren) {
  return (
    <Box sx={{ width: '100%', maxWidth: layout.content, mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: { xs: 3, md: 5 } }}>
      {children}
    </Box>
  );
}
