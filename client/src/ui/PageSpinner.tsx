import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** A loading page. Invisible at first, so that a fast load does not flicker. */
export function PageSpinner({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        placeItems: 'center',
        minHeight: '50vh',
        animation: 'wm-appear 200ms 200ms both',
        '@keyframes wm-appear': { from: { opacity: 0 } },
      }}
    >
      <CircularProgress size={28} thickness={4} aria-label={label} />
    </Box>
  );
}
