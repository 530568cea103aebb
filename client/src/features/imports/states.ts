import { serverNow } from '~/lib/clock';
import { countOf, formatMoment } from '~/lib/format';
import type { ChipLook } from '~/ui/StateChip';

import type { ImportMode, ImportRow, ImportState, ImportSummary } from './api';

export const STEPS = ['Upload', 'Preview', 'Processing', 'Results'] as const;

/** The step of an import; of a stopped one, the step where it was stopped. */
export function stepOf({ state, startedAt }: Pick<ImportSummary, 'state' | 'startedAt'>): number {
  if (state === 'mapping' || state === 'validating') return 0;
  if (state === 'ready') return 1;
  if (state === 'completed' || state === 'undoing' || state === 'undone') return 3;
  return startedAt === null ? 1 : 2;
}

export const STATES: Readonly<Record<ImportState, ChipLook>> = {
  mapping: { label: 'Columns to choose', tone: 'warning' },
  validating: { label: 'Checking', tone: 'info' },
  ready: { label: 'Ready to upload', tone: 'warning' },
  processing: { label: 'Processing', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'danger' },
  undoing: { label: 'Undoing', tone: 'info' },
  undone: { label: 'Undone', tone: 'quiet' },
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

const UNITS = ['B', 'kB', 'MB'] as const;

export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

interface Heading {
  readonly title: string;
  readonly subtitle: string;
}

/** Title and subtitle of the page in each state. */
export function headingOf(summary: ImportSummary): Heading {
  const { state, fileName, totalRows, uploadedBy, startedBy, createdAt, finishedAt } = summary;
  const file = `${fileName} · ${countOf(totalRows, 'row', 'rows')}`;
  const ended = finishedAt === null ? '' : ` ${formatMoment(finishedAt)}`;
  const by = startedBy === null ? '' : ` · started by ${startedBy.fullName}`;
  switch (state) {
    case 'mapping':
      return { title: 'Columns of the file', subtitle: file };
    case 'validating':
      return { title: 'Checking the file', subtitle: file };
    case 'ready':
      return {
        title: 'Preview',
        subtitle: `${file} · uploaded${uploadedBy === null ? '' : ` by ${uploadedBy.fullName}`} ${formatMoment(createdAt)}`,
      };
    case 'processing':
      return { title: 'Processing Users...', subtitle: 'Creating user accounts and sending notifications' };
    case 'paused':
      return { title: 'Import paused', subtitle: file };
    case 'completed':
      return { title: 'Upload Complete', subtitle: `${fileName} · completed${ended}${by}` };
    case 'cancelled':
      return { title: 'Import cancelled', subtitle: `${fileName} · cancelled${ended}${by}` };
    case 'undoing':
      return { title: 'Undoing the import', subtitle: file };
    case 'undone':
      return { title: 'Import undone', subtitle: `${fileName} · undone${by}` };
    case 'failed':
      return { title: 'Import failed', subtitle: `${fileName} · failed${ended}${by}` };
  }
}

export const MODES = ['create', 'update', 'upsert'] as const satisfies readonly ImportMode[];

/** The refusal of an email that has an account, which no update minds. */
export const TAKEN = 'Email already registered';

type Counted = Pick<ImportSummary, 'validRows' | 'invalidRows' | 'changedRows' | 'unchangedRows'>;

/** Rows by what a mode does with them; together all rows of the file. */
export interface ModeCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** New people, which an update does not add, and accounts, which an addition does not touch. */
  readonly leftOut: number;
  /** Rows with an error that no mode accepts. */
  readonly refused: number;
}

/** Rows of people who have an account of the company. */
export function accountRows({ changedRows, unchangedRows }: Counted): number {
  return changedRows + unchangedRows;
}

export function countsOf(summary: Counted, mode: ImportMode): ModeCounts {
  const { validRows, invalidRows, changedRows, unchangedRows } = summary;
  const refused = Math.max(0, invalidRows - accountRows(summary));
  if (mode === 'create') return { added: validRows, changed: 0, unchanged: 0, leftOut: accountRows(summary), refused };
  const updates = { changed: changedRows, unchanged: unchangedRows, refused };
  return mode === 'update' ? { added: 0, leftOut: validRows, ...updates } : { added: validRows, leftOut: 0, ...updates };
}

/** Accounts that the import has created; its successes include the updated and the unchanged ones. */
export function createdOf({ successCount, changed, unchanged }: Pick<ImportSummary, 'successCount' | 'changed' | 'unchanged'>): number {
  return successCount - changed - unchanged;
}

/** What an undo has left of what the import had created and updated. */
export function keptOf({ successCount, unchanged, undone }: Pick<ImportSummary, 'successCount' | 'unchanged' | 'undone'>): number {
  return Math.max(0, successCount - unchanged - undone);
}

/** How many rows an import of this mode goes through. */
export function rowsToDo(summary: Counted & Pick<ImportSummary, 'mode'>): number {
  const { added, changed, unchanged } = countsOf(summary, summary.mode);
  return added + changed + unchanged;
}

/** What remains outside the import, for the line beside its start. */
export function remainderOf(summary: Counted, mode: ImportMode): string {
  const { leftOut, refused } = countsOf(summary, mode);
  const sentences = [
    leftOut > 0 && mode === 'create' && `${countOf(leftOut, 'person has', 'people have')} an account already and will be left out.`,
    leftOut > 0 && mode === 'update' && `${countOf(leftOut, 'new person', 'new people')} won’t be added.`,
    refused > 0 && `${countOf(refused, 'person', 'people')} won’t be added until ${refused === 1 ? 'the row is' : 'their rows are'} fixed.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'Every row will be uploaded.' : sentences.join(' ');
}

export interface ShownRow extends ImportRow {
  /** What a mode that updates does with the row. */
  readonly verdict?: 'new' | 'changed' | 'unchanged' | 'leftOut';
}

/** A row as a mode shows it: the errors of creating are none of an update. */
export function inMode(row: ImportRow, mode: ImportMode): ShownRow {
  if (mode === 'create') return { ...row, before: {} };
  if (row.change !== null) return { ...row, errors: [], status: row.warnings.length > 0 ? 'warning' : 'valid', verdict: row.change };
  if (row.status !== 'invalid') return { ...row, verdict: mode === 'update' ? 'leftOut' : 'new' };
  return row.updateErrors.length > 0 ? { ...row, errors: row.updateErrors } : row;
}
