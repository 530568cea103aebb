import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { shadow } from '~/theme/tokens';
import type { CountFiltersProps } from '~/ui/FilterPills';

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
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'flex-start',
              columnGap: 1,
              px: { xs: 2, sm: 1.5, lg: 2.5 },
              py: 1.25,
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
            <Typography component="span" variant="h5" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(count)}
            </Typography>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
