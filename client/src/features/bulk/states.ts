import type { BulkJob, BulkRow, BulkRowFilter, BulkState } from './api';
import { JOBS } from './words';

export const STATE_LABELS: Readonly<Record<BulkState, string>> = {
  processing: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
  undoing: 'Undoing',
  undone: 'Undone',
};

export const isRunning = ({ state }: Pick<BulkJob, 'state'>) => state === 'processing' || state === 'undoing';

/** What an undo has left of what the job had done. */
export const keptOf = ({ done, undone }: Pick<BulkJob, 'done' | 'undone'>) => Math.max(0, done - undone);

/** 0 to 1 of what runs. */
export function shareDone({ state, processed, total, done, undone }: BulkJob): number {
  const [part, all] = state === 'undoing' ? [undone, done] : [processed, total];
  return all === 0 ? 0 : Math.min(1, part / all);
}

/** Whole per cent, never 100 before everything is done. */
export const percentDone = (job: BulkJob) => Math.floor(shareDone(job) * 100);

/** People per second since the start, by the server's clock; null before the first. */
export function rateOf({ state, processed, startedAt, serverTime }: BulkJob): number | null {
  const seconds = (Date.parse(serverTime) - Date.parse(startedAt)) / 1_000;
  return state !== 'processing' || processed === 0 || seconds <= 0 ? null : processed / seconds;
}

export const FILTERS = ['done', 'unchanged', 'failed', 'undone'] as const satisfies readonly BulkRowFilter[];

/** What became of a person, in a word. */
export function outcomeOf({ action }: Pick<BulkJob, 'action'>, { status }: Pick<BulkRow, 'status'>): string {
  if (status === 'done') return JOBS[action].done;
  return { unchanged: 'Unchanged', failed: 'Failed', undone: 'Undone', waiting: 'Not reached' }[status];
}
