import { Box, GlobalStyles } from '@mui/material';
import type { ReactNode } from 'react';

/** Wide enough to hide shadows above it. */
const look = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mx: { xs: -2, sm: -0.5 },
  px: { xs: 2, sm: 0.5 },
  bgcolor: 'background.default',
  boxShadow: '0 -1px 0 var(--wm-palette-divider)',
} as const;

/** A bar at the foot of the window, in sight while the page is longer. What gets the focus is scrolled to above it. */
export function Foot({ sx, children }: { readonly sx: object; readonly children: ReactNode }) {
  return (
    <Box sx={{ ...look, ...sx }}>
      <GlobalStyles styles={{ ':root': { scrollPaddingBottom: '140px' } }} />
      {children}
    </Box>
  );
}
