import { Box, Typography } from '@mui/material';

import { formatCount } from '~/lib/format';

import { Caption, TextLink } from './Text';

const look = { display: 'inline-block', minWidth: 24, minHeight: 24, lineHeight: '24px', fontVariantNumeric: 'tabular-nums' } as const;

/** A figure that leads to what it counts; of nothing it leads nowhere. */
export function CountLink({ count, to, name }: { readonly count: number; readonly to: string; readonly name: string }) {
  if (count === 0) {
    return (
      <Box component="span" sx={look}>
        0
      </Box>
    );
  }
  return (
    <TextLink
      to={to}
      color="inherit"
      underline="always"
      aria-label={`${formatCount(count)} ${name}`}
      sx={{ ...look, textDecorationColor: 'var(--wm-palette-surface-controlLine)', textUnderlineOffset: '4px' }}
    >
      {formatCount(count)}
    </TextLink>
  );
}

interface Count {
  readonly term: string;
  readonly count: number;
  readonly to: string;
  readonly name: string;
}

export function CountRow({ counts }: { readonly counts: readonly Count[] }) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, mt: 0.75 }}>
      {counts.map(({ term, ...link }) => (
        <div key={term}>
          <Caption component="dt">{term}</Caption>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 500 }}>
            <CountLink {...link} />
          </Typography>
        </div>
      ))}
    </Box>
  );
}
