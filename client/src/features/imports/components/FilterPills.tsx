import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';

import type { CountFiltersProps } from './CountFilters';

/** The same filters where the counts are shown large elsewhere. */
export function FilterPills<Filter extends string>({ label, options, chosen, onChoose }: CountFiltersProps<Filter>) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {options.map(({ filter, label: name, count }) => {
        const pressed = filter === chosen;
        return (
          <ButtonBase
            key={name}
            aria-pressed={pressed}
            onClick={() => {
              onChoose(filter);
            }}
            sx={{
              gap: 0.75,
              height: 32,
              px: 1.25,
              borderRadius: radius.control,
              fontSize: '0.8125rem',
              fontWeight: 500,
              fontVariantNumeric: 'tabular-nums',
              color: pressed ? 'primary.main' : 'text.secondary',
              bgcolor: pressed ? 'soft.accent' : 'transparent',
              transition: 'background-color 120ms, color 120ms',
              '&:hover': { bgcolor: pressed ? 'soft.accent' : 'surface.sunken' },
            }}
          >
            {name}{' '}
            <span>{formatCount(count)}</span>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
