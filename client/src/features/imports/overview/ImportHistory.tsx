import { Box, Button, Link, Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { formatCount, formatMoment } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { FileIcon } from '~/ui/icons';
import { lastPage, Pager } from '~/ui/Pager';
import { Panel } from '~/ui/Panel';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import { type ImportSummary, PAGE_SIZE, useListImportHistoryQuery } from '../api';
import { createdOf } from '../states';
import { CHOICES, HistoryFilters, isFiltered, NONE, queryOf } from './HistoryFilters';
import { StateChip } from './ImportItem';

/** Who can be filtered by: the own account, the one of the address, and all that have been seen since the page was opened. */
export function useStarters(imports: readonly ImportSummary[], chosen: string | null): ReadonlyMap<string, string> {
  const claims = useClaims();
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = imports.flatMap(({ startedBy }) => (startedBy !== null && seen.get(startedBy.id) !== startedBy.fullName ? [startedBy] : []));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ id, fullName }) => [id, fullName] as const)]));
  const own = claims?.userId ?? '';
  const others = [...seen].filter(([id]) => id !== own).sort(([, one], [, other]) => one.localeCompare(other));
  const unseen = chosen === null || chosen === own || seen.has(chosen) ? [] : [[chosen, 'Another administrator'] as const];
  return new Map([[own, 'Me'], ...others, ...unseen]);
}

const COLUMNS_WIDTH = 760;

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
  const updates = imports.some(({ mode }) => mode !== 'create');
  return (
    <TableContainer>
      <Table aria-label="Imports" sx={{ minWidth: COLUMNS_WIDTH, '& td': { fontVariantNumeric: 'tabular-nums' }, '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 2.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>File</TableCell>
            <TableCell sx={{ width: 150 }}>State</TableCell>
            <TableCell>Uploaded by</TableCell>
            <TableCell>When</TableCell>
            <TableCell align="right">Rows</TableCell>
            <TableCell align="right">Created</TableCell>
            {updates && <TableCell align="right">Updated</TableCell>}
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
              <TableCell align="right">{formatCount(createdOf(summary))}</TableCell>
              {updates && <TableCell align="right">{formatCount(summary.changed)}</TableCell>}
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
            {formatCount(summary.totalRows)} rows · {formatCount(createdOf(summary))} created ·{' '}
            {summary.changed > 0 && `${formatCount(summary.changed)} updated · `}
            {summary.undone > 0 && `${formatCount(summary.undone)} undone · `}
            {formatCount(summary.errorCount)} failed
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The imports of one page: cards where the columns, of which the counts are the last, do not fit. */
export function HistoryRows(props: HistoryRowsProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <HistoryCards {...props} /> : <HistoryTable {...props} />}</div>;
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
            <NoImports filtered={filtered} onClear={() => change(NONE)} />
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
