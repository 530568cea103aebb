import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface FactProps {
  readonly term: string;
  readonly children: string;
}

/** One line of a description list: term and value. */
export function Fact({ term, children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {term}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, mt: 0.25, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}
