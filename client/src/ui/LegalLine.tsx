import { msg, t } from '@lingui/core/macro';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { BRAND_NAME } from '~/lib/brand';

const links = [
  ['/privacy', msg`Privacy Policy`],
  ['/terms', msg`Terms of use`],
] as const;

export function LegalLine() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 24px', typography: 'caption', color: 'text.secondary' }}>
      <Box component="span" sx={{ mr: 'auto' }}>
        {t`© 2025 ${BRAND_NAME}. All rights reserved.`}
      </Box>
      <Box component="span" sx={{ display: 'flex', gap: 3 }}>
        {links.map(([path, title]) => (
          <Link key={path} component={RouterLink} to={path} color="inherit">
            {t(title)}
          </Link>
        ))}
      </Box>
    </Box>
  );
}
