import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { BRAND_NAME } from '~/lib/brand';

import { Mark } from './Mark';

/** The mark beside the name. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'primary.main' }}>
      <Mark size={size} />
      <Typography
        component="span"
        sx={{ fontSize: size * 0.72, fontWeight: 600, letterSpacing: '-0.025em', color: 'text.primary' }}
      >
        {BRAND_NAME}
      </Typography>
    </Box>
  );
}
