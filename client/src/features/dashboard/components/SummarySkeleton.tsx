import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

import { twoColumns } from '../layout';

function PanelSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Paper variant="outlined">
      <Box sx={{ display: 'flex', alignItems: 'center', height: 52, px: 2.5, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width={128} />
      </Box>
      <Box sx={{ px: 2.5, py: 1.75 }}>
        {Array.from({ length: rows }, (_, index) => (
          <Box key={index} sx={{ display: 'flex', alignItems: 'center', height: 31 }}>
            <Skeleton width={`${90 - index * 6}%`} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** Placeholder panels, so that nothing moves when the summary arrives. */
export function SummarySkeleton() {
  return (
    <Box role="status" aria-label="Loading figures" sx={{ display: 'grid', gap: 3 }}>
      <Paper variant="outlined" sx={{ display: 'grid', gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' } }}>
        {Array.from({ length: 4 }, (_, index) => (
          <Box key={index} sx={{ height: 104, px: 2.5, py: 2 }}>
            <Skeleton width="60%" />
            <Skeleton width="35%" height={32} />
            <Skeleton width="50%" />
          </Box>
        ))}
      </Paper>
      <Box sx={twoColumns}>
        <PanelSkeleton rows={8} />
        <PanelSkeleton rows={6} />
      </Box>
    </Box>
  );
}
