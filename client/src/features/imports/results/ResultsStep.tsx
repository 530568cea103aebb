import Box from '@mui/material/Box';

import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { FilteredRows } from '~/ui/FilteredRows';

import type { ImportSnapshot } from '../api';
import { PagedRows } from '../components/PagedRows';
import { createdOf, keptOf } from '../modes';
import { Downloads } from './Downloads';
import { InviteNow } from './InviteNow';
import { ResultRows } from './ResultRows';
import { Totals } from './Totals';

const FILTERS = ['created', 'changed', 'undone', 'kept', 'unchanged', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const nothing = {
  all: 'The file had no rows left.',
  created: 'No user was created.',
  changed: 'No user was updated.',
  undone: 'Nothing was undone.',
  kept: 'Everything was undone.',
  unchanged: 'No row was unchanged.',
  failed: 'No row failed.',
} as const;

/** What rows have come to, with how many there are; after an undo, what it has taken back and what it has not. */
function filtersOf(snapshot: ImportSnapshot) {
  const { mode, state, totalRows, changed, unchanged, errorCount, undone } = snapshot;
  const isUndone = state === 'undone';
  const shown: readonly { readonly filter: Filter; readonly label: string; readonly count: number; readonly shown: boolean }[] = [
    { filter: 'created', label: 'Created', count: createdOf(snapshot), shown: mode !== 'update' && !isUndone },
    { filter: 'changed', label: 'Updated', count: changed, shown: mode !== 'create' && !isUndone },
    { filter: 'undone', label: 'Undone', count: undone, shown: isUndone },
    { filter: 'kept', label: 'Not undone', count: keptOf(snapshot), shown: isUndone },
    { filter: 'unchanged', label: 'Unchanged', count: unchanged, shown: mode !== 'create' },
    { filter: 'failed', label: 'Failed', count: errorCount, shown: true },
  ];
  return [{ filter: null, label: 'All rows', count: totalRows }, ...shown.filter((each) => each.shown)];
}

/** The results of an import: counts, invitations, rows. */
export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, state, invite, invited } = snapshot;
  const created = createdOf(snapshot);
  const { view, change, setPage, correctPage } = useListParams({ status: FILTERS });
  const options = filtersOf(snapshot);
  // An undo that ends while the page is open takes filters away.
  const status = options.find(({ filter }) => filter === view.status)?.filter ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InviteNow snapshot={snapshot} />
      <Totals snapshot={snapshot} />
      <FilteredRows
        label="Rows"
        filterLabel="Which rows are shown"
        options={options}
        chosen={status}
        onChoose={(chosen) => {
          change({ status: chosen });
        }}
        aside={<Downloads snapshot={snapshot} status={status ?? 'all'} />}
      >
        <PagedRows
          key={state}
          inviting={invite && invited < created}
          importId={id}
          filter={status}
          page={view.page}
          onPage={setPage}
          onCorrectPage={correctPage}
          rowHeight={45}
          empty={<EmptyState title="No rows to show">{nothing[status ?? 'all']}</EmptyState>}
        >
          {(rows) => <ResultRows rows={rows} />}
        </PagedRows>
      </FilteredRows>
    </Box>
  );
}
