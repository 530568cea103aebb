import { Box, Paper, Skeleton } from '@mui/material';

/** The stages with which a company begins. */
const ROWS = 8;

export function FunnelRows() {
  return Array.from({ length: ROWS }, (_, index) => (
    <Box key={index} sx={{ display: 'flex', alignItems: 'center', height: { xs: 137, md: 46 }, px: 2.5, borderTop: 1, borderColor: 'surface.line' }}>
      <Skeleton width={`${90 - index * 8}%`} />
    </Box>
  ));
}

/** As high as the panel, so that nothing moves when it arrives. */
export function FunnelSkeleton() {
  return (
    <Paper variant="outlined" aria-hidden>
      <Box sx={{ display: 'flex', alignItems: 'center', height: { xs: 148, sm: 57 }, px: 2.5 }}>
        <Skeleton width={160} />
      </Box>
      <Box sx={{ height: { xs: 0, md: 38 } }} />
      <FunnelRows />
      <Box sx={{ height: { xs: 116, sm: 76 } }} />
    </Paper>
  );
}
