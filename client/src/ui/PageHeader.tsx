import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { BRAND_NAME } from '~/lib/brand';

interface PageHeaderProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
}

/** A page's one h1 with its subtitle and actions; names the browser tab too. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: 4 }}
    >
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <Box>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {subtitle !== undefined && (
          <Typography variant="subtitle1" component="p" sx={{ mt: 0.75, color: 'text.secondary' }}>
            {subtitle}
          </Typography>
        )}
      </Box>
      {actions !== undefined && <Box sx={{ display: 'flex', gap: 1 }}>{actions}</Box>}
    </Box>
  );
}
