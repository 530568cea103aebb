import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { BRAND_NAME } from '~/lib/brand';

interface PageHeaderProps {
  readonly title: string;
  /** Whose page it is, above the title. */
  readonly owner?: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  /** With the subtitle beside the title where there is room. */
  readonly dense?: boolean;
}

/** A page's one h1 with its subtitle and actions; names the browser tab too. */
export function PageHeader({ title, owner, subtitle, actions, dense = false }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: dense ? 1.5 : 4 }}
    >
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <Box sx={{ minWidth: 0, ...(dense && { display: { md: 'flex' }, flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }) }}>
        {owner !== undefined && (
          <Typography variant="subtitle2" component="p" sx={{ mb: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {owner}
          </Typography>
        )}
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {subtitle !== undefined && (
          <Typography variant="subtitle1" component="p" sx={{ mt: dense ? 0 : 0.75, overflowWrap: 'anywhere', color: 'text.secondary' }}>
            {subtitle}
          </Typography>
        )}
      </Box>
      {actions !== undefined && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
    </Box>
  );
}
