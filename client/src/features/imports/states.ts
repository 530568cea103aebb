import { msg, plural, t } from '@lingui/core/macro';

import { serverNow } from '~/lib/clock';
import { countRows, formatCount, formatMoment } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { joined, NEWER } from '~/lib/texts';
import type { ChipLook } from '~/ui/StateChip';

import type { ImportMode, ImportRow, ImportState, ImportSummary } from './api';

export const STATES = orNewer<Readonly<Record<ImportState, ChipLook>>>({
  mapping: { label: msg`Columns to choose`, tone: 'warning' },
  validating: { label: msg`Checking`, tone: 'info' },
  ready: { label: msg`Ready to upload`, tone: 'warning' },
  processing: { label: msg`Processing`, tone: 'info' },
  paused: { label: msg`Paused`, tone: 'warning' },
  completed: { label: msg`Completed`, tone: 'success' },
  cancelled: { label: msg`Cancelled`, tone: 'quiet' },
  failed: { label: msg`Failed`, tone: 'danger' },
  undoing: { label: msg`Undoing`, tone: 'info' },
  undone: { label: msg`Undone`, tone: 'quiet' },
}, { label: NEWER, tone: 'quiet' });

/** From this number of people on, invitations need a confirmation. */
export const ASK_FROM = 100;

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
export function progressOf(summary: ImportSummary): readonly [number, number] {
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

export function headingOf({ state, mode, invite, fileName, totalRows, uploadedBy, startedBy, createdAt, finishedAt }: ImportSummary) {
  const file = [fileName, countRows(totalRows)];
  const ended = finishedAt === null ? null : formatMoment(finishedAt);
  const by = startedBy === null ? [] : [t`started by ${{ fullName: startedBy.fullName }}`];
  const when = formatMoment(createdAt);
  const uploaded = uploadedBy === null ? t`uploaded ${when}` : t`uploaded by ${{ fullName: uploadedBy.fullName }} ${when}`;
  const headings = orNewer<Readonly<Record<ImportState, readonly [title: string, subtitle: readonly string[]]>>>({
    mapping: [t`Columns of the file`, file],
    validating: [t`Checking the file`, file],
    ready: [t`Preview`, [...file, uploaded]],
    processing: [t`Processing Users...`, [mode === 'update' ? t`Updating accounts` : invite ? t`Creating user accounts and sending notifications` : t`Creating user accounts`]],
    paused: [t`Import paused`, file],
    completed: [t`Upload Complete`, [fileName, ended === null ? t`completed` : t`completed ${ended}`, ...by]],
    cancelled: [t`Import cancelled`, [fileName, ended === null ? t`cancelled` : t`cancelled ${ended}`, ...by]],
    undoing: [t`Undoing the import`, file],
    undone: [t`Import undone`, [fileName, t`undone`, ...by]],
    failed: [t`Import failed`, [fileName, ended === null ? t`failed` : t`failed ${ended}`, ...by]],
  }, [t(NEWER), file]);
  const [title, subtitle] = headings[state];
  return { title, subtitle: subtitle.join(' · ') };
}

/** The announcement of this state; the same words until the next quarter or the end. */
export function announcementOf(summary: ImportSummary): string {
  const { state, validRows, invalidRows, changed, errorCount, undone } = summary;
  const quarter = Math.floor(percentDone(summary) / 25) * 25;
  const created = plural(createdOf(summary), { one: '# account created', other: '# accounts created' });
  const failed = formatCount(errorCount);
  const announcements = orNewer<Readonly<Record<ImportState, string>>>({
    mapping: t`The columns of the file are to be chosen.`,
    validating: t`Checking the file.`,
    ready: t`The file has been checked: ${plural(validRows, { one: '# valid row', other: '# valid rows' })}, ${plural(invalidRows, { one: '# invalid row', other: '# invalid rows' })}.`,
    processing: quarter === 0 ? t`Processing people.` : t`${quarter} percent done.`,
    paused: t`The import is paused.`,
    completed: changed > 0 ? t`Upload complete: ${created}, ${{ updated: formatCount(changed) }} updated, ${failed} failed.` : t`Upload complete: ${created}, ${failed} failed.`,
    cancelled: t`The import was cancelled: ${created}.`,
    failed: t`The import has failed.`,
    undoing: quarter === 0 ? t`Undoing the import.` : t`${quarter} percent undone.`,
    undone: t`The import was undone: ${{ rows: countRows(undone) }}.`,
  }, t(NEWER));
  return announcements[state];
}

export const MODES = ['create', 'update', 'upsert'] as const satisfies readonly ImportMode[];

/** The refusal of an email that has an account, which no update minds. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- The server's sentence, by which it is known.
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

export function keptOf({ successCount, unchanged, undone }: Pick<ImportSummary, 'successCount' | 'unchanged' | 'undone'>): number {
  return Math.max(0, successCount - unchanged - undone);
}

export function rowsToDo(summary: Counted & Pick<ImportSummary, 'mode'>): number {
  const { added, changed, unchanged } = countsOf(summary, summary.mode);
  return added + changed + unchanged;
}

/** What remains outside the import, for the line beside its start. */
export function remainderOf(summary: Counted, mode: ImportMode): string {
  const { leftOut, refused } = countsOf(summary, mode);
  const sentences = joined(' ', [
    leftOut > 0 &&
      mode === 'create' &&
      plural(leftOut, { one: '# person has an account already and will be left out.', other: '# people have an account already and will be left out.' }),
    leftOut > 0 && mode === 'update' && plural(leftOut, { one: '# new person won’t be added.', other: '# new people won’t be added.' }),
    refused > 0 &&
      mode === 'update' &&
      plural(refused, { one: '# person won’t be updated until the row is fixed.', other: '# people won’t be updated until their rows are fixed.' }),
    refused > 0 &&
      mode !== 'update' &&
      plural(refused, { one: '# person won’t be added until the row is fixed.', other: '# people won’t be added until their rows are fixed.' }),
  ]);
  return sentences || t`Every row will be uploaded.`;
}

export interface ShownRow extends ImportRow {
  readonly verdict?: 'new' | 'changed' | 'unchanged' | 'leftOut';
}

/** What an update says of an email without an account. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- The server's sentence, which is translated where it is shown.
const NO_ACCOUNT = { field: 'email', message: 'No account has this email' };

/** What an update has against a row without an account: it is about the email or the code alone. */
function errorsOfUnknown({ errors }: ImportRow): ImportRow['errors'] {
  const found = errors.filter(({ field }) => ['email', 'code', 'row'].includes(field));
  return found.length > 0 ? found : [NO_ACCOUNT];
}

/** A row as a mode shows it: the errors of creating are none of an update, and its person has a name without a column. */
export function inMode(created: ImportRow, mode: ImportMode): ShownRow {
  if (mode === 'create') return { ...created, before: {} };
  const { values, accountName } = created;
  const row = { ...created, values: { ...values, fullName: values.fullName || (accountName ?? '') } };
  if (row.change !== null) return { ...row, errors: [], status: row.warnings.length > 0 ? 'warning' : 'valid', verdict: row.change };
  if (row.status !== 'invalid') return { ...row, verdict: mode === 'update' ? 'leftOut' : 'new' };
  if (row.updateErrors.length > 0) return { ...row, errors: row.updateErrors };
  return mode === 'update' ? { ...row, errors: errorsOfUnknown(row) } : row;
}
