import { Box, ButtonBase, Paper } from '@mui/material';
import type { ReactNode } from 'react';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';

import { panelBar } from './Panel';

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

/** Filters with counts, where the counts are shown large elsewhere. */
export function FilterPills<Filter extends string>({ label, options, chosen, onChoose }: CountFiltersProps<Filter>) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {options.map(({ filter, label: name, count }) => {
        const pressed = filter === chosen;
        return (
          <ButtonBase
            key={name}
            aria-pressed={pressed}
            onClick={() => onChoose(filter)}
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

interface FilteredRowsProps<Filter extends string> {
  readonly label: string;
  readonly filterLabel: string;
  readonly options: readonly CountFilter<Filter>[];
  readonly chosen: Filter | null;
  readonly onChoose: (chosen: Filter | null) => void;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** Results, with filters by their outcome above. */
export function FilteredRows<Filter extends string>({ label, filterLabel, options, chosen, onChoose, aside, children }: FilteredRowsProps<Filter>) {
  return (
    <Paper variant="outlined" component="section" aria-label={label} sx={{ overflow: 'hidden' }}>
      <Box sx={{ ...panelBar, px: { xs: 1, sm: 1.5 }, py: 1.25 }}>
        <FilterPills label={filterLabel} chosen={chosen} onChoose={onChoose} options={options} />
        {aside}
      </Box>
      {children}
    </Paper>
  );
}
