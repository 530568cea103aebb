import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { useClaims } from '~/api/session/slice';
import { DayFilter } from '~/forms/DayInput';
import { dayOf } from '~/lib/days';
import { countRows, formatCount, formatMoment } from '~/lib/format';
import { joined } from '~/lib/texts';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { FileIcon } from '~/ui/icons';
import { LabelledSearch, LabelledSelect } from '~/ui/Labelled';
import { Panel } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { TextLink } from '~/ui/Text';

import { importsApi, type ImportState, type ImportSummary, PAGE_SIZE } from '../api';
import { createdOf, STATES } from '../states';
import { ImportChip } from './RunningImports';

const STATE_NAMES = Object.keys(STATES) as ImportState[];

const isDay = (value: string) => dayOf(value) !== undefined;
const isId = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(value);

/** The filters of the history, by their name in the address; days are the browser's. */
const CHOICES = { state: STATE_NAMES, startedBy: isId, from: isDay, to: isDay } as const;

/** The beginning of a day of the browser, or of the day after it. */
function momentOf(day: string, daysLater: number): string | null {
  const date = dayOf(day);
  date?.setDate(date.getDate() + daysLater);
  return date?.toISOString() ?? null;
}

/** What the server is asked for: moments, so that a day begins at the browser's midnight. */
function queryOf({ from, to, ...others }: ListParams<typeof CHOICES>['filters']) {
  return { ...others, ...(from !== undefined && { from: momentOf(from, 0) }), ...(to !== undefined && { to: momentOf(to, 1) }) };
}

interface HistoryFiltersProps {
  readonly list: ListParams<typeof CHOICES>;
  readonly starters: ReadonlyMap<string, string>;
}

/** On a phone. */
const lineOfItsOwn = { gridColumn: { xs: 'span 2', md: 'auto' } } as const;
const aroundDay = { gridColumn: { xs: 'span 2', sm: 'auto' } } as const;

function HistoryFilters({ list, starters }: HistoryFiltersProps) {
  const { view, isFiltered, searchText, setSearchText, change, clear } = list;
  const day = (name: 'from' | 'to', label: string) => (
    <DayFilter label={label} around={aroundDay} size="small" day={view[name]} onDay={(chosen) => change({ [name]: chosen })} sx={{ minWidth: 0, '& .MuiInputBase-input': { minWidth: 0 } }} />
  );
  return (
    <Box
      component="form"
      role="search"
      aria-label={t`Imports`}
      onSubmit={(event) => event.preventDefault()}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1.4fr) repeat(4, minmax(0, 1fr))' },
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 1.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <LabelledSearch label={t`File name`} size="small" text={searchText} onText={setSearchText} sx={lineOfItsOwn} />
      <LabelledSelect
        label={t`State`}
        size="small"
        value={view.state ?? ''}
        none={t`All states`}
        options={STATE_NAMES.map((state) => [state, t(STATES[state].label)])}
        onChoose={(state) => change({ state: state || null })}
      />
      <LabelledSelect label={t`Started by`} size="small" value={view.startedBy ?? ''} none={t`All`} options={[...starters]} onChoose={(userId) => change({ startedBy: userId || null })} />
      {day('from', t`Uploaded from`)}
      {day('to', t`Uploaded to`)}
      {isFiltered && (
        <Button color="inherit" sx={{ justifySelf: 'start' }} onClick={clear}>
          {t`Clear Filters`}
        </Button>
      )}
    </Box>
  );
}

/** Who can be filtered by: the own account, the one of the address, and all that have been seen since the page was opened. */
function useStarters(imports: readonly ImportSummary[], chosen: string | null): ReadonlyMap<string, string> {
  const claims = useClaims();
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = imports.flatMap(({ startedBy }) => (startedBy !== null && seen.get(startedBy.id) !== startedBy.fullName ? [startedBy] : []));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ id, fullName }) => [id, fullName] as const)]));
  const own = claims?.userId ?? '';
  const others = [...seen].filter(([id]) => id !== own).sort(([, one], [, other]) => one.localeCompare(other));
  const unseen = chosen === null || chosen === own || seen.has(chosen) ? [] : [[chosen, t`Another administrator`] as const];
  return new Map([[own, t`Me`], ...others, ...unseen]);
}

function FileLink({ summary }: { readonly summary: ImportSummary }) {
  return (
    <TextLink to={`/dashboard/users/imports/${summary.id}`} sx={{ overflowWrap: 'anywhere' }}>
      {summary.fileName}
    </TextLink>
  );
}

const uploaderOf = ({ uploadedBy }: ImportSummary) => uploadedBy?.fullName ?? t`Unknown`;
const updatedColumn = (): Column<ImportSummary> => ({ head: t`Updated`, isNumber: true, cell: ({ changed }) => formatCount(changed) });

const columnsOf = (imports: readonly ImportSummary[]): readonly Column<ImportSummary>[] => [
  { head: t`File`, cell: (summary) => <FileLink summary={summary} /> },
  { head: t`State`, width: 150, cell: (summary) => <ImportChip summary={summary} /> },
  { head: t`Uploaded by`, cell: uploaderOf },
  { head: t`When`, cell: ({ createdAt }) => formatMoment(createdAt) },
  { head: t`Rows`, isNumber: true, cell: ({ totalRows }) => formatCount(totalRows) },
  { head: t`Created`, isNumber: true, cell: (summary) => formatCount(createdOf(summary)) },
  ...(imports.some(({ mode }) => mode !== 'create') ? [updatedColumn()] : []),
  { head: t`Failed`, isNumber: true, cell: ({ errorCount }) => formatCount(errorCount) },
];

function countsOf(summary: ImportSummary): string {
  const { totalRows, changed, undone, errorCount } = summary;
  return joined(' · ', [
    countRows(totalRows),
    t`${{ created: formatCount(createdOf(summary)) }} created`,
    changed > 0 && t`${{ updated: formatCount(changed) }} updated`,
    undone > 0 && t`${{ undone: formatCount(undone) }} undone`,
    t`${{ failed: formatCount(errorCount) }} failed`,
  ]);
}

const card = (summary: ImportSummary) => (
  <RowCard
    title={<FileLink summary={summary} />}
    aside={<ImportChip summary={summary} />}
    lines={[`${formatMoment(summary.createdAt)} · ${uploaderOf(summary)}`, countsOf(summary)]}
  />
);

function NoImports({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  return (
    <EmptyState title={filtered ? t`No import matches` : t`No imports yet`} icon={<FileIcon fontSize="small" />} way={filtered && { label: t`Clear Filters`, to: onClear }}>
      {filtered
        ? t`Change the filters, or clear them to see every import.`
        : t`Choose Upload CSV File above. What you upload is listed here, for every administrator of your company.`}
    </EmptyState>
  );
}

export function ImportHistory() {
  const list = useListParams(CHOICES);
  const { view, filters, isFiltered: filtered, clear } = list;
  const answer = importsApi.useListImportHistoryQuery({ page: view.page, pageSize: PAGE_SIZE, ...queryOf(filters) });
  const { data } = answer;
  const starters = useStarters(data?.data ?? [], view.startedBy);
  return (
    <Panel title={t`Imports`}>
      {(filtered || (data !== undefined && data.total > 0)) && <HistoryFilters list={list} starters={starters} />}
      <PagedList
        answer={answer}
        failure={t`The imports could not be loaded.`}
        label={t`Imports`}
        pageSize={PAGE_SIZE}
        list={list}
        skeletons={4}
        empty={<NoImports filtered={filtered} onClear={clear} />}
      >
        {(imports) => <RowList label={t`Imports`} rows={imports} keyOf={({ id }) => id} columns={columnsOf(imports)} minWidth={760} card={card} />}
      </PagedList>
    </Panel>
  );
}
