import { serverNow } from '~/lib/clock';

import type { ImportState, ImportSummary, RowStatus } from './api';

export const STEPS = ['Upload', 'Preview', 'Processing', 'Results'] as const;

/** The step of an import; of a stopped one, the step where it was stopped. */
export function stepOf({ state, startedAt }: Pick<ImportSummary, 'state' | 'startedAt'>): number {
  if (state === 'mapping' || state === 'validating') return 0;
  if (state === 'ready') return 1;
  if (state === 'completed') return 3;
  return startedAt === null ? 1 : 2;
}

export const STATE_LABELS: Readonly<Record<ImportState, string>> = {
  mapping: 'Columns to choose',
  validating: 'Checking',
  ready: 'Ready to upload',
  processing: 'Processing',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** From this number of people on, invitations need a confirmation. */
export const ASK_FROM = 100;

export function isRunning(state: ImportState): boolean {
  return state === 'validating' || state === 'processing';
}

const A_DAY = 24 * 60 * 60 * 1_000;

/** Running, or checked within the last day. */
export function isUnderWay({ state, createdAt }: Pick<ImportSummary, 'state' | 'createdAt'>): boolean {
  return isRunning(state) || ((state === 'mapping' || state === 'ready') && serverNow() - Date.parse(createdAt) < A_DAY);
}

export function isEnded(state: ImportState): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** 0 to 1 of the current phase: checking the rows, then creating the valid ones. */
export function shareDone({ state, checkedRows, totalRows, processed, validRows }: ImportSummary): number {
  const [done, all] = state === 'validating' ? [checkedRows, totalRows] : [processed, validRows];
  return all === 0 ? 0 : Math.min(1, done / all);
}

/** Whole per cent, never 100 before everything is done. */
export function percentDone(summary: ImportSummary): number {
  return Math.floor(shareDone(summary) * 100);
}

/** A row's outcome in the results. */
export function outcomeOf(status: RowStatus): 'Created' | 'Failed' | 'Not created' {
  if (status === 'created') return 'Created';
  return status === 'failed' || status === 'invalid' ? 'Failed' : 'Not created';
}
