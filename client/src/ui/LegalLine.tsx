import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { BRAND_NAME } from '~/lib/brand';

import { TextLink } from './Text';

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
          <TextLink key={path} to={path} color="inherit">
            {t(title)}
          </TextLink>
        ))}
      </Box>
    </Box>
  );
}
