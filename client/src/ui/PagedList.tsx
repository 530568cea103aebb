import { Box, Skeleton } from '@mui/material';
import { type ReactNode, useEffect } from 'react';

import { ErrorState } from './ErrorState';
import { lastPage, Pager } from './Pager';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly total: number;
}

interface PagedListProps<Item> {
  /** The answer of a query: `data` is the last page that was loaded, `currentData` the one that is asked for. */
  readonly answer: { readonly data?: Page<Item> | undefined; readonly currentData?: Page<Item> | undefined; readonly isFetching: boolean };
  /** What could not be done, once it failed. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  /** Names the list, such as "Rows". */
  readonly label: string;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  /** Called when the page lies beyond the last. */
  readonly onCorrectPage: (page: number) => void;
  /** The height of one row's skeleton. */
  readonly rowHeight: number;
  /** How many rows the skeleton has. */
  readonly rows?: number;
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

function RowsSkeleton({ label, rows, rowHeight }: { readonly label: string; readonly rows: number; readonly rowHeight: number }) {
  return (
    <Box role="status" aria-label={`Loading ${label.toLowerCase()}`} sx={{ px: 2, minHeight: rowHeight * rows }}>
      {Array.from({ length: rows }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 3, height: rowHeight }}>
          <Skeleton width={32} />
          <Skeleton sx={{ flex: 2 }} />
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        </Box>
      ))}
    </Box>
  );
}

/** One page of a list with its loading, empty, failed and full state. Items stay until the next page has loaded. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { answer, failure, onRetry, label, page, pageSize, onPage, onCorrectPage, rowHeight, rows = pageSize, empty, children } = props;
  const { data, currentData, isFetching } = answer;
  const last = currentData === undefined ? null : lastPage(currentData.total, pageSize);
  const beyond = last !== null && page > last;
  useEffect(() => {
    if (beyond) onCorrectPage(last);
  });

  if (failure !== null && currentData === undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState message={failure} onRetry={onRetry} />
      </Box>
    );
  }
  if (data === undefined) return <RowsSkeleton label={label} rows={rows} rowHeight={rowHeight} />;
  const waiting = isFetching && currentData === undefined;
  return (
    <>
      <Box aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
        {data.data.length === 0 && !waiting ? empty : children(data.data)}
      </Box>
      {data.total > 0 && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager label={label} page={Math.min(page, lastPage(data.total, pageSize))} pageSize={pageSize} total={data.total} onPage={onPage} />
        </Box>
      )}
    </>
  );
}
