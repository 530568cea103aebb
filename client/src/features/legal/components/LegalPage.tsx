import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { BRAND_NAME } from '~/lib/brand';
import { layout } from '~/theme/tokens';
import { LanguageSelect } from '~/ui/LanguageSelect';
import { LogoLink } from '~/ui/Logo';
import { Note, TextLink } from '~/ui/Text';
import { ThemeToggle } from '~/ui/ThemeToggle';

const READING_WIDTH = 680;

interface LegalPageProps {
  readonly title: string;
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly other: { readonly path: string; readonly title: string };
}

export function LegalPage({ title, summary, children, other }: LegalPageProps) {
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.paper' }}>
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, maxWidth: layout.content, mx: 'auto', px: { xs: 2.5, sm: 4, md: 5 }, py: 2 }}
      >
        <Box sx={{ ml: -0.5, mr: 'auto' }}>
          <LogoLink />
        </Box>
        <LanguageSelect />
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ maxWidth: READING_WIDTH, mx: 'auto', px: { xs: 2.5, sm: 4 }, pt: { xs: 4, md: 8 }, pb: 10 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        <Typography sx={{ mt: 2, fontSize: '1.0625rem', color: 'text.secondary', textWrap: 'pretty' }}>{summary}</Typography>
        {children}
        <Typography component="p" variant="body2" sx={{ mt: 6, pt: 3, borderTop: 1, borderColor: 'divider' }}>
          <TextLink to={other.path}>{other.title}</TextLink>
        </Typography>
      </Box>
    </Box>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 5, '& p': { mt: 1.25, textWrap: 'pretty' } }}>
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      {typeof children === 'string' ? <Typography>{children}</Typography> : children}
    </Box>
  );
}

export function Points({ points }: { readonly points: readonly { readonly what: MessageDescriptor; readonly why: MessageDescriptor }[] }) {
  return (
    <Box component="dl" sx={{ m: 0, mt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      {points.map(({ what, why }) => (
        <Box
          key={what.id}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '13rem 1fr' }, gap: { xs: 0.25, sm: 2 }, py: 1.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography component="dt" variant="subtitle2">
            {t(what)}
          </Typography>
          <Note component="dd" sx={{ textWrap: 'pretty' }}>
            {t(why)}
          </Note>
        </Box>
      ))}
    </Box>
  );
}
