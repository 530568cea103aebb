import { Box, Skeleton } from '@mui/material';

interface UsersSkeletonProps {
  readonly asCards: boolean;
}

const ROWS = 10;
const ROW = 53;
const CARD = 156;

function RowShape() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, height: ROW, px: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Skeleton width={20} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton width={110} />
      <Skeleton width={80} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={100} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={84} sx={{ ml: 'auto' }} />
    </Box>
  );
}

function CardShape() {
  return (
    <Box sx={{ height: CARD, px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Skeleton width="55%" height={28} sx={{ mb: 1 }} />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} width="80%" height={22} />
      ))}
    </Box>
  );
}

/** Placeholder rows while the list is loading. */
export function UsersSkeleton({ asCards }: UsersSkeletonProps) {
  const Shape = asCards ? CardShape : RowShape;
  return (
    <Box aria-hidden>
      {!asCards && <Box sx={{ height: 38, bgcolor: 'surface.soft' }} />}
      {Array.from({ length: ROWS }, (_, index) => (
        <Shape key={index} />
      ))}
    </Box>
  );
}
