import Box from '@mui/material/Box';

import type { Status } from '../api';
import { STATUSES, type UserFilterTable } from './useUserFilters';
import { BatchFilter } from './BatchFilter';
import { CreatedFilter, SignInFilter } from './DayFilters';
import { LabelledSelect } from './Labelled';
import { LocationFilter } from './LocationFilter';

export type PanelPartProps = Pick<UserFilterTable, 'filters' | 'change'>;

const statuses = Object.entries(STATUSES) as [Status, string][];

/** The filters that are needed now and then; each applies at once. */
export function FilterPanel(props: PanelPartProps) {
  const { filters, change } = props;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2 }}>
      <LabelledSelect
        label="State"
        placeholder="Active and inactive"
        value={filters.status ?? ''}
        options={statuses}
        onChoose={(status) => {
          change({ status });
        }}
      />
      <CreatedFilter {...props} />
      <SignInFilter {...props} />
      <LocationFilter {...props} />
      <BatchFilter {...props} />
    </Box>
  );
}
