import { t } from '@lingui/core/macro';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { BRAND_NAME } from '~/lib/brand';
import { layout } from '~/theme/tokens';

import { ArrowLeftIcon } from './icons';

interface PageShellProps {
  /** Where a page needs its height for what it shows. */
  readonly dense?: boolean;
  readonly children: ReactNode;
}

export function PageShell({ dense = false, children }: PageShellProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: layout.content, mx: 'auto', px: { xs: 2, sm: 3, md: 5 }, py: { xs: dense ? 1 : 3, md: dense ? 1 : 5 } }}>
      {children}
    </Box>
  );
}

interface PageHeaderProps {
  readonly title: string;
  readonly owner?: string;
  readonly subtitle?: string;
  readonly picture?: ReactNode;
  readonly actions?: ReactNode;
  /** With the subtitle beside the title where there is room. */
  readonly dense?: boolean;
}

/** A page's one h1 with its subtitle and actions; names the browser tab too. */
export function PageHeader({ title, owner, subtitle, picture, actions, dense = false }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: dense ? 1.5 : 4 }}
    >
      <title>{`${title} · ${BRAND_NAME}`}</title>
      {picture}
      <Box sx={{ minWidth: 0, ...(picture !== undefined && { flex: '1 1 200px' }), ...(dense && { display: { md: 'flex' }, flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }) }}>
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

export function BackLink({ to, children = t`Back` }: { readonly to: string; readonly children?: string | undefined }) {
  return (
    <Button component={Link} to={to} variant="text" color="inherit" size="small" startIcon={<ArrowLeftIcon sx={{ fontSize: 18 }} />} sx={{ ml: -1.5, mb: 1 }}>
      {children}
    </Button>
  );
}

/** A loading page. Invisible at first, so that a fast load does not flicker. */
export function PageSpinner({ label = t`Loading` }: { readonly label?: string }) {
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
