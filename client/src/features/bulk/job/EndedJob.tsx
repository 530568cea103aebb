import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { useSecondsUntil } from '~/lib/clock';
import { countOf, formatCount, formatMoment } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { ConfirmDialog, UndoPlan } from '~/ui/ConfirmDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { EmptyState } from '~/ui/EmptyState';
import { type Figure, Figures } from '~/ui/Figures';
import { FilteredRows } from '~/ui/FilteredRows';
import { DownloadIcon, InfoIcon, UndoIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { PagedList } from '~/ui/PagedList';
import { useToasts } from '~/ui/toasts/slice';

import { type BulkJob, type BulkRowFilter, type BulkUndoPreview, PAGE_SIZE, useListBulkRowsQuery, usePreviewUndoQuery, useSaveResultsMutation, useUndoJobMutation } from '../api';
import { FILTERS, JOBS, keptOf, nameOf } from '../words';
import { JobRows } from './JobRows';

/** Offers to undo a job, as long as it can be. */
export function UndoJob({ job }: { readonly job: BulkJob }) {
  const { canUndo, undoUntil } = job;
  const [asking, setAsking] = useState(false);
  const isOpen = useSecondsUntil(undoUntil) > 0;
  if (!canUndo || undoUntil === null || !isOpen) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 1.5, rowGap: 1, px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        Can be undone until {formatMoment(undoUntil)}
      </Typography>
      <Button
        variant="outlined"
        size="small"
        startIcon={<UndoIcon sx={{ fontSize: 18 }} />}
        onClick={() => setAsking(true)}
      >
        Undo
      </Button>
      {asking && (
        <UndoDialog job={job} onClose={() => setAsking(false)} />
      )}
    </Box>
  );
}

const people = (count: number) => countOf(count, 'person', 'people');

/** "208 of 210 people will be as before." */
function sentenceOf({ total, allowed }: BulkUndoPreview): string {
  if (allowed === 0) return 'nothing of this change can be undone any more.';
  return `${allowed === total ? people(total) : `${formatCount(allowed)} of ${people(total)}`} will be as before.`;
}

interface UndoDialogProps {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

/** Asks before a job is undone, with its consequences as they are now. Rendered while it is open. */
export function UndoDialog({ job, onClose }: UndoDialogProps) {
  const toasts = useToasts();
  const { currentData: plan, error, refetch } = usePreviewUndoQuery({ bulkId: job.id }, { refetchOnMountOrArgChange: true });
  const [undo, { isLoading }] = useUndoJobMutation();
  const confirm = async () => {
    const answer = await undo({ bulkId: job.id });
    onClose();
    if (answer.error !== undefined) toasts.error(messageOf(answer.error, 'The change could not be undone.'));
  };
  return (
    <ConfirmDialog
      open
      title="Undo this change?"
      confirmLabel="Undo Change"
      destructive
      disabled={(plan?.allowed ?? 0) === 0}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <UndoPlan
        plan={plan}
        failure={error === undefined ? null : messageOf(error, 'What undoing would do could not be loaded.')}
        onRetry={() => void refetch()}
      >
        {(counted) => (
          <Box sx={{ display: 'grid', gap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
            <div>
              <strong>{nameOf(job)}</strong>: {sentenceOf(counted)}
            </div>
            <Reasons title="Not undone" reasons={counted.refused} countOf={people} />
          </Box>
        )}
      </UndoPlan>
    </ConfirmDialog>
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

function filtersOf(job: BulkJob) {
  const { action, state, total, unchanged, failed, undone } = job;
  const isUndone = state === 'undone';
  const options: readonly { readonly filter: BulkRowFilter; readonly label: string; readonly count: number; readonly shown: boolean }[] = [
    { filter: 'undone', label: 'Undone', count: undone, shown: isUndone },
    { filter: 'done', label: isUndone ? 'Not undone' : JOBS[action].done, count: keptOf(job), shown: true },
    { filter: 'unchanged', label: 'Unchanged', count: unchanged, shown: true },
    { filter: 'failed', label: 'Failed', count: failed, shown: true },
  ];
  return [{ filter: null, label: 'All people', count: total }, ...options.filter(({ shown }) => shown)];
}

function SaveButton({ job, status }: { readonly job: BulkJob; readonly status: BulkRowFilter | null }) {
  const toasts = useToasts();
  const [save, { isLoading }] = useSaveResultsMutation();
  const download = async () => {
    const { error } = await save({ bulkId: job.id, status, name: `${job.action}-${status ?? 'results'}.csv` });
    if (error !== undefined) toasts.error(messageOf(error, 'The results could not be downloaded.'));
  };
  return (
    <ProgressButton
      variant="outlined"
      size="small"
      busy={isLoading}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      aria-label="CSV of the people shown"
      onClick={() => void download()}
    >
      CSV
    </ProgressButton>
  );
}

function Results({ job }: { readonly job: BulkJob }) {
  const { view, change, setPage, correctPage } = useListParams({ status: FILTERS });
  const options = filtersOf(job);
  // An undo that ends while the page is open takes filters away.
  const status = options.find(({ filter }) => filter === view.status)?.filter ?? null;
  const answer = useListBulkRowsQuery({ bulkId: job.id, status, page: view.page, pageSize: PAGE_SIZE });
  return (
    <FilteredRows
      label="People"
      filterLabel="Which people are shown"
      options={options}
      chosen={status}
      onChoose={(chosen) => change({ status: chosen })}
      aside={<SaveButton job={job} status={status} />}
    >
      <PagedList
        answer={answer}
        failure={answer.error === undefined ? null : messageOf(answer.error, 'The results could not be loaded.')}
        onRetry={() => void answer.refetch()}
        label="People"
        page={view.page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        onCorrectPage={correctPage}
        rowHeight={45}
        empty={<EmptyState title="No people to show">No person of this change has this outcome.</EmptyState>}
      >
        {(rows) => <JobRows job={job} rows={rows} />}
      </PagedList>
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
