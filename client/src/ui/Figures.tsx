import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { Caption, TextLink } from './Text';

export interface Figure {
  readonly term: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly tone?: 'success' | 'error';
  readonly to?: string;
}

const quiet = { textDecorationColor: 'var(--wm-palette-divider)', textDecorationThickness: '2px', textUnderlineOffset: '4px' } as const;

/** A row of tabular numbers that keep their place while they change. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  // Beside the sidebar of a small window more than four would cut their notes.
  const few = figures.length > 4 ? 3 : figures.length;
  const wide = { sm: `span ${few - ((figures.length - 1) % few)}`, lg: 'auto' };
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${few}, minmax(0, 1fr))`, lg: `repeat(${figures.length}, minmax(0, 1fr))` },
        gap: '1px',
        m: 0,
        bgcolor: 'divider',
        // A last one alone in its line fills it.
        '& > :last-of-type': { gridColumn: wide },
        '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: 'span 2', ...wide } },
      }}
    >
      {figures.map(({ term, value, note, tone, to }) => (
        <Box key={term} sx={{ px: { xs: 2, sm: 2.5 }, py: 2, bgcolor: 'background.paper' }}>
          <Caption component="dt">{term}</Caption>
          <Typography
            component="dd"
            variant="h3"
            sx={{
              m: 0,
              mt: 0.5,
              fontVariantNumeric: 'tabular-nums',
              color: tone === undefined || value === '0' ? 'text.primary' : `${tone}.main`,
            }}
          >
            {to === undefined ? (
              value
            ) : (
              <TextLink to={to} color="inherit" underline="always" sx={quiet} aria-label={`${value} ${term}`}>
                {value}
              </TextLink>
            )}
          </Typography>
          {note !== undefined && (
            <Caption component="dd" sx={{ display: 'block', m: 0, mt: 0.25, minHeight: 20 }}>
              {note}
            </Caption>
          )}
        </Box>
      ))}
    </Box>
  );
}
