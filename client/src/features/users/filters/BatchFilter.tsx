import { useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { formatCount } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';

import { ChooseOne } from './ChooseOne';
import type { PanelPartProps } from './FilterPanel';

const MOST_SHOWN = 20;

function noteOn(total: number, search: string): string | null {
  if (total > MOST_SHOWN) return `${formatCount(total - MOST_SHOWN)} more: search for them.`;
  if (total > 0) return null;
  return search === '' ? 'There are no batches yet.' : 'No batch has this name.';
}

/** One of the batches that are not archived, the newest first. */
export function BatchFilter({ filters, change }: PanelPartProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), 250);
  const { data, isError } = useGetBatchesQuery({ search, archived: false, page: 1, pageSize: MOST_SHOWN }, { refetchOnMountOrArgChange: true });
  return (
    <ChooseOne
      label="Batch"
      value={filters.batch}
      options={(data?.data ?? []).map(({ id, name, people }) => ({ value: id, label: name, people }))}
      search={typed}
      onSearch={setTyped}
      note={isError ? 'The batches could not be loaded.' : data === undefined ? null : noteOn(data.total, search)}
      onChoose={(batch) => {
        change({ batch });
      }}
    />
  );
}
