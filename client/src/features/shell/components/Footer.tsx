import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { BRAND_NAME } from '~/lib/brand';
import { layout } from '~/theme/tokens';

export function Footer() {
  return (
    <Box
      component="footer"
      sx={{ width: '100%', maxWidth: layout.content, mt: 'auto', mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: 2.5 }}
    >
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        © 2025 {BRAND_NAME}. All rights reserved.
      </Typography>
    </Box>
  );
}
