import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { formatCount, formatMoment } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { FileIcon } from '~/ui/icons';
import { lastPage, Pager } from '~/ui/Pager';
import { Panel } from '~/ui/Panel';
import { useIsMobile } from '~/ui/rowsAsCards';

import { type ImportSummary, PAGE_SIZE, useListImportHistoryQuery } from '../api';
import { StateChip } from './StateChip';

interface HistoryRowsProps {
  readonly imports: readonly ImportSummary[];
}

function FileLink({ summary }: { readonly summary: ImportSummary }) {
  return (
    <Link component={RouterLink} to={`/dashboard/users/imports/${summary.id}`} sx={{ overflowWrap: 'anywhere' }}>
      {summary.fileName}
    </Link>
  );
}

function HistoryTable({ imports }: HistoryRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Imports" sx={{ minWidth: 760, '& td': { fontVariantNumeric: 'tabular-nums' }, '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 2.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>File</TableCell>
            <TableCell sx={{ width: 150 }}>State</TableCell>
            <TableCell>Uploaded by</TableCell>
            <TableCell>When</TableCell>
            <TableCell align="right">Rows</TableCell>
            <TableCell align="right">Created</TableCell>
            <TableCell align="right">Failed</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {imports.map((summary) => (
            <TableRow key={summary.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell>
                <FileLink summary={summary} />
              </TableCell>
              <TableCell>
                <StateChip summary={summary} />
              </TableCell>
              <TableCell>{summary.uploadedBy?.fullName ?? 'Unknown'}</TableCell>
              <TableCell>{formatMoment(summary.createdAt)}</TableCell>
              <TableCell align="right">{formatCount(summary.totalRows)}</TableCell>
              <TableCell align="right">{formatCount(summary.successCount)}</TableCell>
              <TableCell align="right">{formatCount(summary.errorCount)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function HistoryCards({ imports }: HistoryRowsProps) {
  return (
    <Box component="ul" aria-label="Imports" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {imports.map((summary) => (
        <Box component="li" key={summary.id} sx={{ px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5, mb: 0.5 }}>
            <Typography variant="body2">
              <FileLink summary={summary} />
            </Typography>
            <StateChip summary={summary} />
          </Box>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {formatMoment(summary.createdAt)} · {summary.uploadedBy?.fullName ?? 'Unknown'}
          </Typography>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(summary.totalRows)} rows · {formatCount(summary.successCount)} created · {formatCount(summary.errorCount)} failed
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

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

/** Every import of the company, newest first, live. */
export function ImportHistory() {
  const { view: { page }, setPage, correctPage } = useListParams({});
  const { data, error, currentData, refetch } = useListImportHistoryQuery({ page, pageSize: PAGE_SIZE });
  const isMobile = useIsMobile();
  const last = currentData === undefined ? page : lastPage(currentData.total, PAGE_SIZE);
  useEffect(() => {
    if (page > last) correctPage(last);
  });

  const Rows = isMobile ? HistoryCards : HistoryTable;
  return (
    <Panel title="Imports">
      {data === undefined && error === undefined && <HistorySkeleton />}
      {error !== undefined && currentData === undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'The imports could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {data?.total === 0 && (
        <EmptyState title="No imports yet" icon={<FileIcon fontSize="small" />}>
          Choose Upload CSV File above. What you upload is listed here, for every administrator of your company.
        </EmptyState>
      )}
      {data !== undefined && data.total > 0 && <Rows imports={data.data} />}
      {data !== undefined && data.total > PAGE_SIZE && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager label="Imports" page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
        </Box>
      )}
    </Panel>
  );
}
