import { serverNow } from '~/lib/clock';

import type { ImportRow, ImportState, ImportSummary } from './api';
import { rowsToDo } from './modes';

export const STEPS = ['Upload', 'Preview', 'Processing', 'Results'] as const;

/** The step of an import; of a stopped one, the step where it was stopped. */
export function stepOf({ state, startedAt }: Pick<ImportSummary, 'state' | 'startedAt'>): number {
  if (state === 'mapping' || state === 'validating') return 0;
  if (state === 'ready') return 1;
  if (state === 'completed' || state === 'undoing' || state === 'undone') return 3;
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

/** Beyond this number of new accounts, it has to be typed. */
export const TYPE_FROM = 10_000;

export function isRunning(state: ImportState): boolean {
  return state === 'validating' || state === 'processing' || state === 'undoing';
}

/** Running, or stopped until an administrator continues it. */
export function isOpen(state: ImportState): boolean {
  return isRunning(state) || state === 'paused';
}

const A_DAY = 24 * 60 * 60 * 1_000;

/** Running, paused, or checked within the last day. */
export function isUnderWay({ state, createdAt }: Pick<ImportSummary, 'state' | 'createdAt'>): boolean {
  return isOpen(state) || ((state === 'mapping' || state === 'ready') && serverNow() - Date.parse(createdAt) < A_DAY);
}

export function isEnded(state: ImportState): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed' || state === 'undone';
}

/** What the phase has done, and of how much: checking the rows, processing them, or undoing what they did. */
function progressOf(summary: ImportSummary): readonly [number, number] {
  const { state, checkedRows, totalRows, processed, successCount, unchanged, undone } = summary;
  if (state === 'validating') return [checkedRows, totalRows];
  return state === 'undoing' ? [undone, successCount - unchanged] : [processed, rowsToDo(summary)];
}

/** 0 to 1 of the current phase. */
export function shareDone(summary: ImportSummary): number {
  const [done, all] = progressOf(summary);
  return all === 0 ? 0 : Math.min(1, done / all);
}

/** Whole per cent, never 100 before everything is done. */
export function percentDone(summary: ImportSummary): number {
  return Math.floor(shareDone(summary) * 100);
}

const OUTCOMES = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  failed: 'Failed',
  invalid: 'Failed',
  undone: 'Undone',
  kept: 'Not undone',
} as const;

export type RowOutcome = (typeof OUTCOMES)[keyof typeof OUTCOMES] | 'Not created';

/** A row's outcome in the results. */
export function outcomeOf({ status }: Pick<ImportRow, 'status'>): RowOutcome {
  return Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status as keyof typeof OUTCOMES] : 'Not created';
}
