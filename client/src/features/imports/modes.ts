import type { ImportMode, ImportRow, ImportSummary } from './api';
import { countOf } from './format';

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
