import { Button, Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { formatCount, formatMoment } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { FileIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';

import { type ImportSummary, PAGE_SIZE, useListImportHistoryQuery } from '../api';
import { createdOf } from '../states';
import { CHOICES, HistoryFilters, isFiltered, NONE, queryOf } from './HistoryFilters';
import { ImportChip } from './ImportItem';

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

function FileLink({ summary }: { readonly summary: ImportSummary }) {
  return (
    <Link component={RouterLink} to={`/dashboard/users/imports/${summary.id}`} sx={{ overflowWrap: 'anywhere' }}>
      {summary.fileName}
    </Link>
  );
}

const uploaderOf = ({ uploadedBy }: ImportSummary) => uploadedBy?.fullName ?? 'Unknown';
const updatedColumn: Column<ImportSummary> = { head: 'Updated', isNumber: true, cell: ({ changed }) => formatCount(changed) };

const columnsOf = (imports: readonly ImportSummary[]): readonly Column<ImportSummary>[] => [
  { head: 'File', cell: (summary) => <FileLink summary={summary} /> },
  { head: 'State', width: 150, cell: (summary) => <ImportChip summary={summary} /> },
  { head: 'Uploaded by', cell: uploaderOf },
  { head: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  { head: 'Rows', isNumber: true, cell: ({ totalRows }) => formatCount(totalRows) },
  { head: 'Created', isNumber: true, cell: (summary) => formatCount(createdOf(summary)) },
  ...(imports.some(({ mode }) => mode !== 'create') ? [updatedColumn] : []),
  { head: 'Failed', isNumber: true, cell: ({ errorCount }) => formatCount(errorCount) },
];

function countsOf(summary: ImportSummary): string {
  const { totalRows, changed, undone, errorCount } = summary;
  const counts = [
    `${formatCount(totalRows)} rows`,
    `${formatCount(createdOf(summary))} created`,
    changed > 0 && `${formatCount(changed)} updated`,
    undone > 0 && `${formatCount(undone)} undone`,
    `${formatCount(errorCount)} failed`,
  ];
  return counts.filter((count) => count !== false).join(' · ');
}

const card = (summary: ImportSummary) => (
  <RowCard
    title={<FileLink summary={summary} />}
    aside={<ImportChip summary={summary} />}
    lines={[`${formatMoment(summary.createdAt)} · ${uploaderOf(summary)}`, countsOf(summary)]}
  />
);

/** The imports of one page. */
export function HistoryRows({ imports }: { readonly imports: readonly ImportSummary[] }) {
  return <RowList label="Imports" rows={imports} keyOf={({ id }) => id} columns={columnsOf(imports)} minWidth={760} card={card} />;
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
  const { view, change } = list;
  const answer = useListImportHistoryQuery({ page: view.page, pageSize: PAGE_SIZE, ...queryOf(view) });
  const { data } = answer;
  const starters = useStarters(data?.data ?? [], view.startedBy);
  const filtered = isFiltered(view);
  return (
    <Panel title="Imports">
      {(filtered || (data !== undefined && data.total > 0)) && <HistoryFilters list={list} starters={starters} />}
      <PagedList
        answer={answer}
        failure="The imports could not be loaded."
        label="Imports"
        pageSize={PAGE_SIZE}
        list={list}
        skeletons={4}
        empty={<NoImports filtered={filtered} onClear={() => change(NONE)} />}
      >
        {(imports) => <HistoryRows imports={imports} />}
      </PagedList>
    </Panel>
  );
}
