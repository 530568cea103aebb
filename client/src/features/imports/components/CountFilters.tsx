import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { formatCount } from '~/lib/format';
import { shadow } from '~/theme/tokens';

interface CountFilter<Filter extends string> {
  /** null shows everything. */
  readonly filter: Filter | null;
  readonly label: string;
  readonly count: number;
  readonly icon?: ReactNode;
}

export interface CountFiltersProps<Filter extends string> {
  readonly label: string;
  readonly options: readonly CountFilter<Filter>[];
  /** undefined while what is shown is none of them. */
  readonly chosen: Filter | null | undefined;
  readonly onChoose: (filter: Filter | null) => void;
}

/** Filters with counts. */
export function CountFilters<Filter extends string>({ label, options, chosen, onChoose }: CountFiltersProps<Filter>) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${options.length}, minmax(0, 1fr))` },
        gap: '1px',
        bgcolor: 'divider',
        borderBottom: 1,
        borderColor: 'divider',
        // A last one alone in its line fills it.
        '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: 'span 2', sm: 'auto' } },
      }}
    >
      {options.map(({ filter, label: name, count, icon }) => {
        const pressed = filter === chosen;
        return (
          <ButtonBase
            key={name}
            aria-pressed={pressed}
            onClick={() => {
              onChoose(filter);
            }}
            sx={{
              display: 'block',
              px: { xs: 2, sm: 2.5 },
              py: 1.75,
              textAlign: 'left',
              bgcolor: 'background.paper',
              boxShadow: pressed ? 'inset 0 -2px 0 var(--wm-palette-primary-main)' : 'none',
              transition: 'background-color 120ms, box-shadow 120ms',
              '&:hover': { bgcolor: 'surface.soft' },
              '&:focus-visible': { boxShadow: shadow.focusInside },
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: pressed ? 'primary.main' : 'text.secondary' }}>
              {icon}
              <Typography component="span" variant="caption" sx={{ fontWeight: pressed ? 600 : 400 }}>
                {name}
              </Typography>
            </Box>{' '}
            <Typography component="span" variant="h3" sx={{ display: 'block', mt: 0.5, fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(count)}
            </Typography>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
