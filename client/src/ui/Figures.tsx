import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface Figure {
  readonly term: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly tone?: 'success' | 'error';
}

/** A row of numbers. They are tabular and keep their place, whatever they count up to. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${figures.length}, minmax(0, 1fr))` },
        gap: '1px',
        m: 0,
        bgcolor: 'divider',
      }}
    >
      {figures.map(({ term, value, note, tone }) => (
        <Box key={term} sx={{ px: { xs: 2, sm: 2.5 }, py: 2, bgcolor: 'background.paper' }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {term}
          </Typography>
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
            {value}
          </Typography>
          {note !== undefined && (
            <Typography component="dd" variant="caption" sx={{ display: 'block', m: 0, mt: 0.25, minHeight: 20, color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}
