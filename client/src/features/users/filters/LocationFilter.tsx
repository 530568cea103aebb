import { useState } from 'react';

import { useListWorkLocationsQuery } from '../api';
import { ChooseOne } from './ChooseOne';
import type { PanelPartProps } from './FilterPanel';

/** A work location as it is written in the accounts; one beyond the listed ones is typed whole. */
export function LocationFilter({ filters, change }: PanelPartProps) {
  const [search, setSearch] = useState('');
  const { data, isError } = useListWorkLocationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const typed = search.trim();
  const known = (data?.locations ?? []).map(({ location, people }) => ({ value: location, label: location, people }));
  const found = known.filter(({ value }) => value.toLowerCase().includes(typed.toLowerCase()));
  const others = typed !== '' && found.length === 0 ? [{ value: typed, label: `Exactly “${typed}”`, people: null }] : [];
  return (
    <ChooseOne
      label="Work location"
      value={filters.workLocation}
      options={[...found, ...others]}
      search={search}
      onSearch={setSearch}
      note={isError ? 'The locations could not be loaded.' : known.length === 0 && data !== undefined ? 'No account has a work location.' : null}
      onChoose={(workLocation) => {
        change({ workLocation });
      }}
    />
  );
}
