import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';

import type { ImportSnapshot } from '../api';
import { FilterPills } from '../components/FilterPills';
import { PagedRows } from '../components/PagedRows';
import { createdOf } from '../modes';
import { Downloads } from './Downloads';
import { InviteNow } from './InviteNow';
import { ResultRows } from './ResultRows';
import { Totals } from './Totals';

const FILTERS = ['created', 'changed', 'unchanged', 'failed'] as const;
const nothing = { all: 'The file had no rows left.', created: 'No user was created.', changed: 'No user was updated.', unchanged: 'No row was unchanged.', failed: 'No row failed.' } as const;

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  px: { xs: 1, sm: 1.5 },
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** The results of an import: counts, invitations, rows. */
export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, mode, state, totalRows, changed, unchanged, errorCount, invite, invited } = snapshot;
  const created = createdOf(snapshot);
  const { view, change, setPage, correctPage } = useListParams({ status: FILTERS });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InviteNow snapshot={snapshot} />
      <Totals snapshot={snapshot} />
      <Paper variant="outlined" component="section" aria-label="Rows" sx={{ overflow: 'hidden' }}>
        <Box sx={bar}>
          <FilterPills
            label="Which rows are shown"
            chosen={view.status}
            onChoose={(status) => {
              change({ status });
            }}
            options={[
              { filter: null, label: 'All rows', count: totalRows },
              ...(mode === 'update' ? [] : [{ filter: 'created', label: 'Created', count: created } as const]),
              ...(mode === 'create'
                ? []
                : ([
                    { filter: 'changed', label: 'Updated', count: changed },
                    { filter: 'unchanged', label: 'Unchanged', count: unchanged },
                  ] as const)),
              { filter: 'failed', label: 'Failed', count: errorCount },
            ]}
          />
          <Downloads snapshot={snapshot} status={view.status ?? 'all'} />
        </Box>
        <PagedRows
          key={state}
          inviting={invite && invited < created}
          importId={id}
          filter={view.status}
          page={view.page}
          onPage={setPage}
          onCorrectPage={correctPage}
          rowHeight={45}
          empty={<EmptyState title="No rows to show">{nothing[view.status ?? 'all']}</EmptyState>}
        >
          {(rows) => <ResultRows rows={rows} isUndone={state === 'undone'} />}
        </PagedRows>
      </Paper>
    </Box>
  );
}
