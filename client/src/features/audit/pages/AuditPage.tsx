import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { ArrowLeftIcon, FileIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';
import { lastPage, Pager } from '~/ui/Pager';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import { PAGE_SIZE, useReadAuditQuery } from '../api';
import { CHOICES } from '../actions';
import { AuditFilters } from '../components/AuditFilters';
import { AuditCards, AuditTable, LEAST_WIDTH } from '../components/AuditRows';

function RowsSkeleton() {
  return (
    <Box role="status" aria-label="Loading activity" sx={{ px: 2.5, py: 1 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 46 }}>
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 2, display: { xs: 'none', sm: 'block' } }} />
        </Box>
      ))}
    </Box>
  );
}

/** One page of entries with its loading, empty, failed and full state. Entries stay until the next ones are here. */
function Entries({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const { view, setPage, correctPage } = list;
  const { action, subject, search, page } = view;
  const { data, currentData, error, isFetching, refetch } = useReadAuditQuery(
    { page, pageSize: PAGE_SIZE, search, ...(action !== null && { action }), ...(subject !== null && { subject }) },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const { ref, asCards } = useRowsAsCards(LEAST_WIDTH);
  // Without an exact count the last page is unknown.
  const last = currentData?.totalIsExact === true ? lastPage(currentData.total, PAGE_SIZE) : page;
  useEffect(() => {
    if (page > last) correctPage(last);
  });

  if (error !== undefined && currentData === undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState message={messageOf(error, 'The activity could not be loaded.')} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (data === undefined) return <RowsSkeleton />;
  const waiting = isFetching && currentData === undefined;
  const filtered = action !== null || subject !== null || search !== '';
  const Rows = asCards ? AuditCards : AuditTable;
  if (data.total === 0 && !waiting) {
    return (
      <EmptyState title={filtered ? 'Nothing matches' : 'Nothing has been done yet'} icon={<FileIcon fontSize="small" />}>
        {filtered ? 'Clear the filters to see everything.' : 'Logins, edits and imports of your company are listed here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <Box ref={ref} aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
        <Rows entries={data.data} />
      </Box>
      {data.total > PAGE_SIZE && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager
            label="Activity"
            page={data.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            exact={data.totalIsExact}
            full={data.data.length === PAGE_SIZE}
            onPage={setPage}
          />
        </Box>
      )}
    </>
  );
}

/** The company's audit trail: actor, action, target, time and address. */
export function AuditPage() {
  const list = useListParams(CHOICES);
  return (
    <PageShell>
      <Link component={RouterLink} to="/dashboard/users" color="inherit" variant="body2" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 1.5, color: 'text.secondary' }}>
        <ArrowLeftIcon sx={{ fontSize: 18 }} />
        User Management
      </Link>
      <PageHeader title="Activity" subtitle="Actions in your company: who, when, on what and from where." />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <AuditFilters list={list} />
        </Box>
        <Entries list={list} />
      </Paper>
    </PageShell>
  );
}
