import Box from '@mui/material/Box';

import { layout } from '~/theme/tokens';
import { LegalLine } from '~/ui/LegalLine';

export function Footer() {
  return (
    <Box
      component="footer"
      sx={{ width: '100%', maxWidth: layout.content, mt: 'auto', mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: 2.5 }}
    >
      <LegalLine />
    </Box>
  );
}
