import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';

import { BRAND_NAME } from '~/lib/brand';

import { TextLink } from './Text';

interface MarkProps {
  readonly size?: number;
}

/** The cairn: three stones, each resting on the one before, in the colour of the text around it. */
export function Mark({ size = 24 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d="M5.3 16.3c4.3-.5 9.2-.5 13.5.1 1.7.2 2.6 1.3 2.5 2.6-.1 1.3-1.1 2.3-2.7 2.4-4.4.3-8.9.3-13.3 0-1.6-.1-2.6-1.1-2.6-2.5 0-1.4 1-2.4 2.6-2.6Z" />
      <path d="M8 10.2c2.7-.6 5.6-.7 8.2-.2 1.6.3 2.5 1.3 2.4 2.5-.1 1.3-1.1 2.1-2.6 2.3-2.8.3-5.6.3-8.4.1-1.5-.1-2.5-1-2.5-2.3 0-1.2 1.1-2.1 2.9-2.4Z" opacity=".8" />
      <path d="M11.2 3.3c1.4-.5 3-.4 4.1.3 1.3.8 1.7 2.2 1 3.4-.6 1-1.7 1.5-3.2 1.5-1.2 0-2.4-.1-3.4-.5-1.3-.5-1.8-1.6-1.3-2.7.4-.9 1.4-1.6 2.8-2Z" opacity=".6" />
    </svg>
  );
}

export function Logo({ size = 24 }: Pick<MarkProps, 'size'>) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'primary.main' }}>
      <Mark size={size} />
      <Typography component="span" sx={{ fontSize: size * 0.72, fontWeight: 600, letterSpacing: '-0.025em', color: 'text.primary' }}>
        {BRAND_NAME}
      </Typography>
    </Box>
  );
}

interface LogoLinkProps extends Pick<MarkProps, 'size'> {
  readonly to?: string;
  readonly label?: string;
}

export function LogoLink({ to = '/', label = t`${BRAND_NAME}, to the start page`, ...logo }: LogoLinkProps) {
  return (
    <TextLink to={to} underline="none" aria-label={label} sx={{ display: 'flex', p: 0.5 }}>
      <Logo {...logo} />
    </TextLink>
  );
}
