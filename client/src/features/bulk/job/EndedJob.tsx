import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { useSecondsUntil } from '~/lib/clock';
import { countOf, formatCount, formatMoment } from '~/lib/format';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { UndoDialog } from '~/ui/ConfirmDialog';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { type Figure, Figures } from '~/ui/Figures';
import { FilteredRows, type OutcomeFilter } from '~/ui/FilteredRows';
import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { type Column, Outcome, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { useAct } from '~/ui/toasts/useAct';

import {
  BULK_PATH,
  type BulkJob,
  type BulkRow,
  type BulkRowFilter,
  type BulkRowStatus,
  type BulkUndoPreview,
  PAGE_SIZE,
  useListBulkRowsQuery,
  usePreviewUndoQuery,
  useUndoJobMutation,
} from '../api';
import { FILTERS, JOBS, keptOf, nameOf, outcomeOf } from '../words';

const people = (count: number) => countOf(count, 'person', 'people');

/** "208 of 210 people will be as before." */
function sentenceOf({ total, allowed }: BulkUndoPreview): string {
  if (allowed === 0) return 'nothing of this change can be undone any more.';
  return `${allowed === total ? people(total) : `${formatCount(allowed)} of ${people(total)}`} will be as before.`;
}

function UndoJobDialog({ job, onClose }: { readonly job: BulkJob; readonly onClose: () => void }) {
  const preview = usePreviewUndoQuery({ bulkId: job.id }, { refetchOnMountOrArgChange: true });
  const { act, busy } = useAct(useUndoJobMutation(), 'The change could not be undone.');
  return (
    <UndoDialog
      subject="Change"
      preview={preview}
      isEmpty={({ allowed }) => allowed === 0}
      busy={busy}
      onConfirm={() => act({ bulkId: job.id })}
      onClose={onClose}
    >
      {(plan) => (
        <Box sx={{ display: 'grid', gap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
          <div>
            <strong>{nameOf(job)}</strong>: {sentenceOf(plan)}
          </div>
          <Reasons title="Not undone" reasons={plan.refused} countOf={people} />
        </Box>
      )}
    </UndoDialog>
  );
}

/** Offers to undo a job, as long as it can be. */
function UndoJob({ job }: { readonly job: BulkJob }) {
  const { canUndo, undoUntil } = job;
  const [asking, setAsking] = useState(false);
  const isOpen = useSecondsUntil(undoUntil) > 0;
  if (!canUndo || undoUntil === null || !isOpen) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 1.5, rowGap: 1, px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        Can be undone until {formatMoment(undoUntil)}
      </Typography>
      <Button variant="outlined" size="small" startIcon={<UndoIcon sx={{ fontSize: 18 }} />} onClick={() => setAsking(true)}>
        Undo
      </Button>
      {asking && <UndoJobDialog job={job} onClose={() => setAsking(false)} />}
    </Box>
  );
}

function figuresOf(job: BulkJob): readonly Figure[] {
  const { action, state, total, done, unchanged, failed, undone } = job;
  const isUndone = state === 'undone';
  return [
    // What was done, and is not any more, is no success.
    { term: JOBS[action].done, value: formatCount(done), ...(!isUndone && { tone: 'success' }) },
    ...(isUndone ? [{ term: 'Undone', value: formatCount(undone), note: `${formatCount(keptOf(job))} not undone` }] : []),
    { term: 'Unchanged', value: formatCount(unchanged) },
    { term: 'Failed', value: formatCount(failed), tone: 'error' },
    { term: 'People selected', value: formatCount(total) },
  ];
}

/** What became of a stopped or undone job. */
function explain(job: BulkJob): string | null {
  const { state, total, processed, undone } = job;
  if (state === 'cancelled') return `This change was cancelled. ${people(total - processed)} had not been reached and stay as they were.`;
  if (state !== 'undone') return null;
  const kept = keptOf(job);
  return `This change was undone for ${people(undone)}.${kept === 0 ? '' : ` ${people(kept)} changed since ${kept === 1 ? 'stays' : 'stay'} as they are.`}`;
}

function outcomesOf(job: BulkJob): readonly OutcomeFilter<BulkRowFilter>[] {
  const { action, state, total, unchanged, failed, undone } = job;
  const isUndone = state === 'undone';
  return [
    { filter: null, label: 'All people', count: total, shown: true },
    { filter: 'undone', label: 'Undone', count: undone, shown: isUndone },
    { filter: 'done', label: isUndone ? 'Not undone' : JOBS[action].done, count: keptOf(job), shown: true },
    { filter: 'unchanged', label: 'Unchanged', count: unchanged, shown: true },
    { filter: 'failed', label: 'Failed', count: failed, shown: true },
  ];
}

const icon = { fontSize: 16 } as const;
const looks: Readonly<Record<BulkRowStatus, { color: string; icon: ReactNode }>> = {
  done: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  unchanged: { color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  failed: { color: 'error.main', icon: <AlertIcon sx={icon} /> },
  undone: { color: 'text.secondary', icon: <UndoIcon sx={icon} /> },
  waiting: { color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
};

/** What became of each person, in columns or as a card. */
function rowsOf(job: BulkJob) {
  const outcome = (row: BulkRow) => (
    <Outcome {...looks[row.status]}>{outcomeOf(job, row)}</Outcome>
  );
  // A link, as long as there is an account.
  const person = ({ fullName, email, status }: BulkRow) => (
    <PersonLink name={fullName} email={email === '' || (job.action === 'delete' && status === 'done') ? null : email} />
  );
  const emailOf = ({ email }: BulkRow) => <Email>{email === '' ? 'Unknown' : email}</Email>;
  const columns: readonly Column<BulkRow>[] = [
    { head: 'Name', width: 200, cell: person, sx: { overflowWrap: 'anywhere' } },
    { head: 'Email', width: 250, cell: emailOf },
    { head: 'Outcome', width: 130, cell: outcome },
    { head: 'Reason', cell: ({ message }) => message ?? '—' },
  ];
  return { columns, card: (row: BulkRow) => <RowCard title={person(row)} aside={outcome(row)} lines={[emailOf(row), row.message]} /> };
}

function Rows({ job, list, status }: { readonly job: BulkJob; readonly list: ListParams<{ status: typeof FILTERS }>; readonly status: BulkRowFilter | null }) {
  const answer = useListBulkRowsQuery({ bulkId: job.id, status, page: list.view.page, pageSize: PAGE_SIZE });
  return (
    <PagedList
      answer={answer}
      failure="The results could not be loaded."
      label="People"
      pageSize={PAGE_SIZE}
      list={list}
      empty={<EmptyState title="No people to show">No person of this change has this outcome.</EmptyState>}
    >
      {(rows) => <RowList label="Results by person" rows={rows} keyOf={({ row }) => row} minWidth={720} wraps {...rowsOf(job)} />}
    </PagedList>
  );
}

function Results({ job }: { readonly job: BulkJob }) {
  const list = useListParams({ status: FILTERS });
  const fileOf = (status: BulkRowFilter | null) => ({
    url: `${BULK_PATH}/${encodeURIComponent(job.id)}/results.csv`,
    params: status === null ? {} : { status },
    name: `${job.action}-${status ?? 'results'}.csv`,
  });
  return (
    <FilteredRows
      label="People"
      filterLabel="Which people are shown"
      outcomes={outcomesOf(job)}
      list={list}
      aside={(status) => (
        <DownloadButton file={fileOf(status)} failure="The results could not be downloaded." aria-label="CSV of the people shown">
          CSV
        </DownloadButton>
      )}
    >
      {(status) => <Rows job={job} list={list} status={status} />}
    </FilteredRows>
  );
}

/** A job that has ended: what it has come to, and what became of each person. */
export function EndedJob({ job }: { readonly job: BulkJob }) {
  const sentence = explain(job);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {sentence !== null && (
        <Alert severity="info" role="note" icon={<InfoIcon fontSize="small" />}>
          {sentence}
        </Alert>
      )}
      <Paper variant="outlined" component="section" aria-label="Totals" sx={{ overflow: 'hidden' }}>
        <Figures figures={figuresOf(job)} />
        <UndoJob job={job} />
      </Paper>
      <Results key={job.state} job={job} />
    </Box>
  );
}
