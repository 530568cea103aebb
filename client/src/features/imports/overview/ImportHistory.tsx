import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';

import { messageOf } from '~/api/problem';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { FileIcon } from '~/ui/icons';
import { lastPage, Pager } from '~/ui/Pager';
import { Panel } from '~/ui/Panel';

import { PAGE_SIZE, useListImportHistoryQuery } from '../api';
import { HistoryFilters } from './HistoryFilters';
import { CHOICES, isFiltered, NONE, queryOf } from './historyFilters';
import { HistoryRows } from './HistoryRows';
import { useStarters } from './useStarters';

function HistorySkeleton() {
  return (
    <Box role="status" aria-label="Loading imports" sx={{ px: 2.5, py: 1 }}>
      {Array.from({ length: 4 }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 46 }}>
          <Skeleton sx={{ flex: 2 }} />
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 1 }} />
        </Box>
      ))}
    </Box>
  );
}

function NoImports({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState title="No imports yet" icon={<FileIcon fontSize="small" />}>
        Choose Upload CSV File above. What you upload is listed here, for every administrator of your company.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No import matches"
      icon={<FileIcon fontSize="small" />}
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      Change the filters, or clear them to see every import.
    </EmptyState>
  );
}

/** Every import of the company, newest first, live; filtered in the address. */
export function ImportHistory() {
  const list = useListParams(CHOICES);
  const { view, setPage, correctPage, change } = list;
  const { page } = view;
  const { data, error, currentData, isFetching, refetch } = useListImportHistoryQuery({ page, pageSize: PAGE_SIZE, ...queryOf(view) });
  const starters = useStarters(data?.data ?? [], view.startedBy);
  const filtered = isFiltered(view);
  const last = currentData === undefined ? page : lastPage(currentData.total, PAGE_SIZE);
  useEffect(() => {
    if (page > last) correctPage(last);
  });

  const failed = error !== undefined && currentData === undefined;
  const waiting = isFetching && currentData === undefined;
  return (
    <Panel title="Imports">
      {(filtered || (data !== undefined && data.total > 0)) && <HistoryFilters list={list} starters={starters} />}
      {data === undefined && error === undefined && <HistorySkeleton />}
      {failed && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'The imports could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {data !== undefined && !failed && (
        <Box aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
          {data.total === 0 ? (
            <NoImports
              filtered={filtered}
              onClear={() => {
                change(NONE);
              }}
            />
          ) : (
            <HistoryRows imports={data.data} />
          )}
        </Box>
      )}
      {data !== undefined && !failed && data.total > PAGE_SIZE && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager label="Imports" page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
        </Box>
      )}
    </Panel>
  );
}
