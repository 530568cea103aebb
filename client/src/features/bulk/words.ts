import type { BulkChoice } from '~/api/bulk';
import { BULK_TEXTS, forEachField, labelOfField } from '~/api/fields';
import { countOf, formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import type { ChipLook } from '~/ui/StateChip';

import type { BulkAction, BulkJob, BulkRow, BulkRowFilter, BulkState } from './api';

interface ChoiceWords {
  readonly title: string;
  /** "214 people will be" … */
  readonly becomes: string;
  /** What that means for them. */
  readonly means: string;
  /** "6 people" … */
  readonly unchanged: string;
  /** The button, before the number. */
  readonly button: string;
}

const set = { becomes: 'changed', unchanged: 'have this already', button: 'Change' } as const;

export const CHOICES: Readonly<Record<BulkChoice, ChoiceWords>> = {
  position: {
    ...set,
    title: 'Change profile and role',
    means: 'They get this profile and role, and what these may do, at their next request.',
  },
  ...forEachField(BULK_TEXTS, (name): ChoiceWords => {
    const label = () => labelOfField(name).toLowerCase();
    return {
      ...set,
      get title() {
        return `Change ${label()}`;
      },
      get means() {
        return `They get this ${label()}. Nothing else of theirs changes.`;
      },
    };
  }),
  activate: {
    title: 'Activate people',
    becomes: 'activated',
    means: 'They can log in again. New people among them are invited by email.',
    unchanged: 'are active already',
    button: 'Activate',
  },
  deactivate: {
    title: 'Deactivate people',
    becomes: 'deactivated',
    means: 'They are logged out everywhere and cannot log in until you activate them. Nothing of theirs is deleted.',
    unchanged: 'are inactive already',
    button: 'Deactivate',
  },
  delete: {
    title: 'Delete people',
    becomes: 'deleted',
    means: 'Their accounts are removed and they are logged out everywhere.',
    unchanged: 'are deleted already',
    button: 'Delete',
  },
  invite: {
    title: 'Invite people again',
    becomes: 'invited',
    means: 'Each receives an email with a new temporary password. Earlier invitations stop working.',
    unchanged: 'are being invited already',
    button: 'Invite',
  },
  'sign-out': {
    title: 'Log people out everywhere',
    becomes: 'logged out',
    means: 'They are logged out on all devices at once, and can log in again.',
    unchanged: 'are not logged in',
    button: 'Log Out',
  },
  'add-to-batch': {
    title: 'Add people to a batch',
    becomes: 'added to the batch',
    means: 'They stay in the other batches that they are in. Nothing else of theirs changes.',
    unchanged: 'are in the batch already',
    button: 'Add',
  },
  'remove-from-batch': {
    title: 'Remove people from a batch',
    becomes: 'removed from the batch',
    means: 'They stay in the other batches that they are in. Nothing else of theirs changes.',
    unchanged: 'are not in the batch',
    button: 'Remove',
  },
};

interface JobWords {
  readonly name: string;
  readonly running: string;
  /** What it has done to each, as the outcome of a row and as a figure. */
  readonly done: string;
}

export const JOBS: Readonly<Record<BulkAction, JobWords>> = {
  set: { name: 'Change people', running: 'Changing people', done: 'Changed' },
  activate: { name: 'Activate people', running: 'Activating people', done: 'Activated' },
  deactivate: { name: 'Deactivate people', running: 'Deactivating people', done: 'Deactivated' },
  delete: { name: 'Delete people', running: 'Deleting people', done: 'Deleted' },
  invite: { name: 'Invite people again', running: 'Inviting people', done: 'Invited' },
  'sign-out': { name: 'Log people out', running: 'Logging people out', done: 'Logged out' },
  'add-to-batch': { name: 'Add to a batch', running: 'Adding people to a batch', done: 'Added' },
  'remove-from-batch': { name: 'Remove from a batch', running: 'Removing people from a batch', done: 'Removed' },
};

const UNDOABLE: readonly BulkChoice[] = ['position', ...BULK_TEXTS, 'activate', 'deactivate', 'add-to-batch', 'remove-from-batch'];

export const canBeUndone = (choice: BulkChoice) => UNDOABLE.includes(choice);

/** What takes away; the focus is on Cancel in all dialogs, and red where it takes away. */
export const isDestructive = (choice: BulkChoice) => choice === 'delete' || choice === 'deactivate';

/** From so many people on, what cannot be undone is confirmed by their number. */
export const TYPE_FROM = 1_000;

export const STATES: Readonly<Record<BulkState, ChipLook>> = {
  processing: { label: 'Running', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
  undoing: { label: 'Undoing', tone: 'info' },
  undone: { label: 'Undone', tone: 'quiet' },
};

export const isRunning = ({ state }: Pick<BulkJob, 'state'>) => state === 'processing' || state === 'undoing';

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

export function outcomeOf({ action }: Pick<BulkJob, 'action'>, { status }: Pick<BulkRow, 'status'>): string {
  if (status === 'done') return JOBS[action].done;
  return { unchanged: 'Unchanged', failed: 'Failed', undone: 'Undone', waiting: 'Not reached' }[status];
}

/** What it gives, or the batch that it is about. */
function objectOf({ set, batch }: BulkJob): string | null {
  if (batch !== null) return batch.name;
  if (set === null) return null;
  const position = ['profile', 'role'].map((name) => set[name] && labelOf(name, set[name]));
  const given = [...position, ...BULK_TEXTS.map((name) => set[name])].filter(Boolean);
  return [...new Set(given)].join(', ');
}

/** What was asked for, in the words of the menu: a name of a place alone does not say what it is. */
function actionOf({ action, set }: BulkJob): string {
  if (set === null) return JOBS[action].name;
  const texts = BULK_TEXTS.filter((name) => Boolean(set[name]));
  const choices = [...((set['profile'] ?? set['role'] ?? null) !== null ? (['position'] as const) : []), ...texts];
  const [only] = choices;
  return only !== undefined && choices.length === 1 ? CHOICES[only].title : JOBS[action].name;
}

/** What a job is called: "Add to a batch: July 2026 Pune". */
export function nameOf(job: BulkJob): string {
  const object = objectOf(job);
  return `${actionOf(job)}${object === null ? '' : `: ${object}`}`;
}

function titleOf(job: BulkJob): string {
  if (job.state === 'processing') return JOBS[job.action].running;
  if (job.state === 'undoing') return 'Undoing the change';
  return actionOf(job);
}

export function headingOf(job: BulkJob) {
  const { total, startedBy, startedAt } = job;
  const by = startedBy === null ? 'started' : `started by ${startedBy.fullName}`;
  const parts = [objectOf(job), countOf(total, 'person', 'people'), `${by} ${formatMoment(startedAt)}`];
  return { title: titleOf(job), subtitle: parts.filter((part) => part !== null).join(' · ') };
}
