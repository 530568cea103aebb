import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect } from 'react';

import { messageOf } from '~/api/problem';
import { usePolledQuery } from '~/realtime/usePolledQuery';
import { ErrorState } from '~/ui/ErrorState';
import { lastPage, Pager } from '~/ui/Pager';

import { type ImportRow, PAGE_SIZE, type ProblemField, type RowFilter, useListImportRowsQuery } from '../api';

interface PagedRowsProps {
  readonly importId: string;
  readonly filter: RowFilter | null;
  /** Only rows that are refused for this reason. */
  readonly cause?: { readonly field: ProblemField; readonly message: string } | null;
  /** Whether the created are being invited. */
  readonly inviting?: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Called when the page lies beyond the last. */
  readonly onCorrectPage: (page: number) => void;
  /** The height of one row's skeleton. */
  readonly rowHeight: number;
  /** Adds rows that are shown though they are not of the page. */
  readonly arrange?: (rows: readonly ImportRow[]) => readonly ImportRow[];
  readonly empty: ReactNode;
  readonly children: (rows: readonly ImportRow[]) => ReactNode;
}

const INVITATIONS_EVERY = 3_000;

function RowsSkeleton({ rowHeight }: { readonly rowHeight: number }) {
  return (
    <Box role="status" aria-label="Loading rows" sx={{ px: 2, minHeight: rowHeight * PAGE_SIZE }}>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
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

/** One page of an import's rows with its loading, empty, failed and full state. Rows stay until the next page has loaded. */
export function PagedRows(props: PagedRowsProps) {
  const { importId, filter, cause = null, inviting = false, page, onPage, onCorrectPage, rowHeight, arrange, empty, children } = props;
  const argument = {
    importId,
    status: filter,
    page,
    pageSize: PAGE_SIZE,
    ...(cause !== null && { field: cause.field, problem: cause.message }),
  };
  // Invitations are sent row by row: poll while one on screen is pending.
  const isPending = ({ invitation }: ImportRow) => invitation === 'queued' || (inviting && invitation === 'none');
  const { data, error, isFetching, currentData, refetch } = usePolledQuery(useListImportRowsQuery, argument, {
    intervalOf: (answer) => (answer.currentData?.data.some(isPending) === true ? INVITATIONS_EVERY : 0),
  });

  const last = currentData === undefined ? null : lastPage(currentData.total, PAGE_SIZE);
  const beyond = last !== null && page > last;
  useEffect(() => {
    if (beyond) onCorrectPage(last);
  });

  if (error !== undefined && currentData === undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState message={messageOf(error, 'The rows could not be loaded.')} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (data === undefined) return <RowsSkeleton rowHeight={rowHeight} />;
  const waiting = isFetching && currentData === undefined;
  const rows = arrange?.(data.data) ?? data.data;
  return (
    <>
      <Box aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
        {rows.length === 0 && !waiting ? empty : children(rows)}
      </Box>
      {data.total > 0 && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager label="Rows" page={Math.min(page, lastPage(data.total, PAGE_SIZE))} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
        </Box>
      )}
    </>
  );
}
