import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

/** The import page in its shape, before anything is known of it. */
export function ImportSkeleton() {
  return (
    <Box role="status" aria-label="Loading the import">
      <h1 className="visually-hidden">Import</h1>
      <Skeleton width={72} height={32} sx={{ mb: 1 }} />
      <Skeleton width={260} height={40} />
      <Skeleton width={340} height={24} sx={{ maxWidth: '100%', mb: 4 }} />
      <Skeleton width={420} height={28} sx={{ maxWidth: '100%', mb: 3 }} />
      <Paper variant="outlined" sx={{ p: 3 }}>
        <Skeleton height={72} />
        <Skeleton height={280} variant="rounded" sx={{ mt: 2 }} />
      </Paper>
    </Box>
  );
}
