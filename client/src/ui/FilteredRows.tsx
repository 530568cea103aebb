import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ComponentProps, ReactNode } from 'react';

import { FilterPills } from './FilterPills';

interface FilteredRowsProps<Filter extends string> {
  /** What is listed, such as "Rows". */
  readonly label: string;
  readonly filterLabel: string;
  readonly options: ComponentProps<typeof FilterPills<Filter>>['options'];
  readonly chosen: Filter | null;
  readonly onChoose: (chosen: Filter | null) => void;
  /** Beside the filters, such as downloads. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** Results, with filters by their outcome above. */
export function FilteredRows<Filter extends string>({ label, filterLabel, options, chosen, onChoose, aside, children }: FilteredRowsProps<Filter>) {
  return (
    <Paper variant="outlined" component="section" aria-label={label} sx={{ overflow: 'hidden' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: { xs: 1, sm: 1.5 },
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <FilterPills label={filterLabel} chosen={chosen} onChoose={onChoose} options={options} />
        {aside}
      </Box>
      {children}
    </Paper>
  );
}
