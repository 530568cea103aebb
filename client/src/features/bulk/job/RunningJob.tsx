import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatCount, formatRate, formatTimeLeft } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import type { Figure } from '~/ui/Figures';
import { type FeedItem, LiveFeed } from '~/ui/LiveFeed';
import { ProgressPanel } from '~/ui/ProgressPanel';
import { useToasts } from '~/ui/toasts/slice';

import { type BulkJob, type BulkRow, type BulkSnapshot, useCancelBulkJobMutation } from '../api';
import { nameOf } from '../headings';
import { keptOf, outcomeOf, rateOf, shareDone } from '../states';
import { JOBS } from '../words';

function figuresOf(job: BulkJob): readonly Figure[] {
  const { action, state, total, processed, done, unchanged, failed, undone, etaSeconds } = job;
  const left = { term: 'Time left', value: formatTimeLeft(etaSeconds) };
  if (state === 'undoing') return [{ term: 'Undone', value: formatCount(undone) }, { term: 'Left', value: formatCount(keptOf(job)) }, left];
  return [
    { term: JOBS[action].done, value: formatCount(done), tone: 'success' },
    { term: 'Unchanged', value: formatCount(unchanged) },
    { term: 'Failed', value: formatCount(failed), tone: 'error' },
    { term: 'Left', value: formatCount(Math.max(0, total - processed)) },
    { term: 'People per second', value: formatRate(rateOf(job)) },
    left,
  ];
}

function CancelButton({ job }: { readonly job: BulkJob }) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [cancel, { isLoading }] = useCancelBulkJobMutation();
  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { error } = await cancel({ bulkId: job.id });
    close();
    if (error !== undefined) toasts.error(messageOf(error, 'The change could not be cancelled.'));
  };
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        onClick={() => {
          setAsking(true);
        }}
      >
        Cancel Change
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this change?"
        confirmLabel="Cancel Change"
        dismissLabel="Keep Going"
        destructive
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        <strong>{nameOf(job)}</strong> will stop within a moment. What is done for some people stays.
      </ConfirmDialog>
    </>
  );
}

const MARKS: Readonly<Partial<Record<BulkRow['status'], Pick<FeedItem, 'tone' | 'mark'>>>> = {
  done: { tone: 'success', mark: 'Done' },
  unchanged: { tone: 'neutral', mark: 'Unchanged' },
};

function itemOf(job: BulkJob, row: BulkRow): FeedItem {
  const { fullName, email, status, message } = row;
  const look = MARKS[status] ?? { tone: 'error', mark: 'Failed' };
  return { ...look, name: fullName || email || 'Unknown', outcome: message ?? outcomeOf(job, row) };
}

/** Progress of a job that runs or is undone. */
export function RunningJob({ job }: { readonly job: BulkSnapshot }) {
  const { state, processed, total, undone, done } = job;
  const isUndoing = state === 'undoing';
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ProgressPanel
        share={shareDone(job)}
        label={isUndoing ? 'People undone' : 'People processed'}
        actions={isUndoing ? undefined : <CancelButton job={job} />}
        figures={figuresOf(job)}
      >
        {isUndoing ? `${formatCount(undone)} of ${formatCount(done)} people` : `${formatCount(processed)} of ${formatCount(total)} people`}
      </ProgressPanel>
      {!isUndoing && <LiveFeed title="Latest people" items={job.recent.map((row) => itemOf(job, row))} />}
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        You can leave this page or close the browser: this continues, and this address shows it to every administrator of your company.
      </Typography>
    </Box>
  );
}
