import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { BRAND_NAME, TAGLINE } from '~/lib/brand';
import type { Institute } from '~/lib/institute';
import { brandPanel, layout } from '~/theme/tokens';
import { Contours } from '~/ui/Contours';
import { LanguageSelect } from '~/ui/LanguageSelect';
import { LogoLink, Mark } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';

function BrandPanel() {
  return (
    <Box
      component="aside"
      sx={{
        position: 'relative',
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'space-between',
        overflow: 'hidden',
        p: 6,
        color: brandPanel.text,
        background: brandPanel.ground,
      }}
    >
      <Contours opacity={0.16} />
      <Box sx={{ position: 'relative' }}>
        <Mark size={40} />
      </Box>
      <Box sx={{ position: 'relative' }}>
        <Typography component="p" lang="en" sx={{ fontSize: 'clamp(2rem, 3.4vw, 3.25rem)', fontWeight: 600, lineHeight: 1.06, letterSpacing: '-0.035em', maxWidth: '11ch' }}>
          {TAGLINE}
        </Typography>
        <Typography sx={{ mt: 2.5, maxWidth: 380, color: brandPanel.textSoft }}>
          {t`${BRAND_NAME} brings training, placement and talent tracking together, from the first day to the first job.`}
        </Typography>
      </Box>
    </Box>
  );
}

/** Whose page it is. In a page that the server sends, both are empty where it may not name the company. */
function InstituteMark({ name, logo }: Institute) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, '& > *': { mb: 2 }, '& > p:empty, & > [src=""]': { display: 'none' } }}>
      {logo !== '' && <Box component="img" src={logo} alt="" loading="lazy" sx={{ height: 40, maxWidth: 220, objectFit: 'contain' }} />}
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
    </Box>
  );
}

interface AuthLayoutProps {
  readonly institute?: Institute | null;
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** The frame of every page before the dashboard: what we are at the left, one form at the right. */
export function AuthLayout({ institute = null, title, subtitle, children, foot }: AuthLayoutProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 5fr) minmax(0, 6fr)' }, minHeight: '100vh' }}>
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <BrandPanel />
      <Box sx={{ display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, p: { xs: 2, md: 3 } }}>
          <Box sx={{ mr: 'auto' }}>
            <LogoLink />
          </Box>
          <LanguageSelect />
          <ThemeToggle />
        </Box>
        <Box component="main" sx={{ flex: 1, display: 'grid', alignContent: { xs: 'start', sm: 'center' }, justifyItems: 'center', px: { xs: 2.5, sm: 4 }, pt: { xs: 4, sm: 2 }, pb: { xs: 6, sm: 12 } }}>
          <Box sx={{ width: '100%', maxWidth: layout.form }}>
            {institute !== null && <InstituteMark {...institute} />}
            <Typography variant="h2" component="h1">
              {title}
            </Typography>
            {subtitle !== undefined && (
              <Typography component="div" sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>
                {subtitle}
              </Typography>
            )}
            <Box sx={{ mt: 4 }}>{children}</Box>
            {foot !== undefined && <Box sx={{ mt: 3 }}>{foot}</Box>}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

export function Or() {
  const line = { content: '""', flex: 1, borderTop: 1, borderColor: 'divider' };
  return <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'body2', color: 'text.secondary', '&::before, &::after': line }}>{t`or`}</Box>;
}
