import { Box, ButtonBase, Paper } from '@mui/material';
import type { ReactNode } from 'react';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';

import { panelBar } from './Panel';

export interface CountFilter<Filter extends string> {
  /** null shows everything. */
  readonly filter: Filter | null;
  readonly label: string;
  readonly count: number;
  readonly icon?: ReactNode;
}

export interface OutcomeFilter<Filter extends string> extends CountFilter<Filter> {
  readonly shown: boolean;
}

interface FilteredRowsProps<Filter extends string> {
  /** What is listed, such as "Rows". */
  readonly label: string;
  readonly filterLabel: string;
  readonly outcomes: readonly OutcomeFilter<Filter>[];
  readonly list: { readonly view: { readonly status: Filter | null }; readonly change: (changed: { readonly status: Filter | null }) => void };
  readonly aside: (chosen: Filter | null) => ReactNode;
  readonly children: (chosen: Filter | null) => ReactNode;
}

export function FilteredRows<Filter extends string>({ label, filterLabel, outcomes, list, aside, children }: FilteredRowsProps<Filter>) {
  const filters = outcomes.filter(({ shown }) => shown);
  // An undo that ends while the page is open takes filters away.
  const chosen = filters.find(({ filter }) => filter === list.view.status)?.filter ?? null;
  return (
    <Paper variant="outlined" component="section" aria-label={label} sx={{ overflow: 'hidden' }}>
      <Box sx={{ ...panelBar, px: { xs: 1, sm: 1.5 }, py: 1.25 }}>
        <Box role="group" aria-label={filterLabel} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {filters.map(({ filter, label: name, count }) => {
            const pressed = filter === chosen;
            return (
              <ButtonBase
                key={name}
                aria-pressed={pressed}
                onClick={() => list.change({ status: filter })}
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
        {aside(chosen)}
      </Box>
      {children(chosen)}
    </Paper>
  );
}
