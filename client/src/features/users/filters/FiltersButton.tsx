import Button from '@mui/material/Button';

import { SettingsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import type { UserFilterTable } from './useUserFilters';
import { FilterPanel } from './FilterPanel';

export const FILTERS_BUTTON = 'user-filters';

/** Opens the filters that have no place in the bar. */
export function FiltersButton({ table }: { readonly table: UserFilterTable }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button id={FILTERS_BUTTON} variant="outlined" size="small" startIcon={<SettingsIcon sx={{ fontSize: 18 }} />} {...button} sx={{ minHeight: 36 }}>
        Filters
      </Button>
      <Sheet id="user-filters-panel" label="Filters" width={360} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <FilterPanel filters={table.filters} change={table.change} />
      </Sheet>
    </>
  );
}
