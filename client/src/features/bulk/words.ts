import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

import type { BulkChange } from '~/api/bulk';
import { BULK_TEXTS, forEachField, labelOfField } from '~/api/fields';
import { countPeople, formatMoment } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { isOwnField } from '~/lib/ownNames';
import { joined, NEWER } from '~/lib/texts';
import { labelOf } from '~/lib/profiles';
import { ownField, useListFieldsQuery } from '~/realtime/ownFields';
import type { ChipLook } from '~/ui/StateChip';

import type { BulkAction, BulkJob, BulkRow, BulkRowFilter, BulkState } from './api';

interface ChoiceWords {
  readonly title: MessageDescriptor;
  /** A sentence with the people to which it is done: "214 of 220 people". */
  readonly becomes: (people: string) => string;
  /** What that means for them. */
  readonly means: MessageDescriptor;
  /** A sentence about those who are so already. */
  readonly unchanged: (count: number) => string;
  /** The button, before the number. */
  readonly button: MessageDescriptor;
}

const set = {
  becomes: (people: string) => t`${people} will be changed.`,
  unchanged: (count: number) => plural(count, { one: '# person has this already.', other: '# people have this already.' }),
  button: msg`Change`,
} as const;

export const CHOICES: Readonly<Record<BulkChange, ChoiceWords>> = {
  position: {
    ...set,
    title: msg`Change profile and role`,
    means: msg`They get this profile and role, and what these may do, at their next request.`,
  },
  ...forEachField(BULK_TEXTS, (name): ChoiceWords => {
    const label = () => labelOfField(name).toLowerCase();
    return {
      ...set,
      get title() {
        return msg`Change ${{ label: label() }}`;
      },
      get means() {
        return msg`They get this ${{ label: label() }}. Nothing else of theirs changes.`;
      },
    };
  }),
  more: {
    ...set,
    title: msg`Change more details`,
    means: msg`They get this value, or lose the one that they have. Nothing else of theirs changes.`,
  },
  activate: {
    title: msg`Activate people`,
    becomes: (people) => t`${people} will be activated.`,
    means: msg`They can log in again. New people among them are invited by email.`,
    unchanged: (count) => plural(count, { one: '# person is active already.', other: '# people are active already.' }),
    button: msg`Activate`,
  },
  deactivate: {
    title: msg`Deactivate people`,
    becomes: (people) => t`${people} will be deactivated.`,
    means: msg`They are logged out everywhere and cannot log in until you activate them. Nothing of theirs is deleted.`,
    unchanged: (count) => plural(count, { one: '# person is inactive already.', other: '# people are inactive already.' }),
    button: msg`Deactivate`,
  },
  delete: {
    title: msg`Delete people`,
    becomes: (people) => t`${people} will be deleted.`,
    means: msg`Their accounts are removed and they are logged out everywhere.`,
    unchanged: (count) => plural(count, { one: '# person is deleted already.', other: '# people are deleted already.' }),
    button: msg`Delete`,
  },
  invite: {
    title: msg`Invite people again`,
    becomes: (people) => t`${people} will be invited.`,
    means: msg`Each receives an email with a new temporary password. Earlier invitations stop working.`,
    unchanged: (count) => plural(count, { one: '# person is being invited already.', other: '# people are being invited already.' }),
    button: msg`Invite`,
  },
  'sign-out': {
    title: msg`Log people out everywhere`,
    becomes: (people) => t`${people} will be logged out.`,
    means: msg`They are logged out on all devices at once, and can log in again.`,
    unchanged: (count) => plural(count, { one: '# person is not logged in.', other: '# people are not logged in.' }),
    button: msg`Log Out`,
  },
  'add-to-batch': {
    title: msg`Add people to a batch`,
    becomes: (people) => t`${people} will be added to the batch.`,
    means: msg`They stay in the other batches that they are in. Nothing else of theirs changes.`,
    unchanged: (count) => plural(count, { one: '# person is in the batch already.', other: '# people are in the batch already.' }),
    button: msg`Add`,
  },
  'remove-from-batch': {
    title: msg`Remove people from a batch`,
    becomes: (people) => t`${people} will be removed from the batch.`,
    means: msg`They stay in the other batches that they are in. Nothing else of theirs changes.`,
    unchanged: (count) => plural(count, { one: '# person is not in the batch.', other: '# people are not in the batch.' }),
    button: msg`Remove`,
  },
  'move-stage': {
    title: msg`Move people to a stage`,
    becomes: (people) => t`${people} will be moved to the stage.`,
    means: msg`They read what the stage says to its people. Nothing else of theirs changes.`,
    unchanged: (count) => plural(count, { one: '# person is in the stage already.', other: '# people are in the stage already.' }),
    button: msg`Move`,
  },
};

interface JobWords {
  readonly name: MessageDescriptor;
  readonly running: MessageDescriptor;
  /** What it has done to each, as the outcome of a row and as a figure. */
  readonly done: MessageDescriptor;
}

export const JOBS = orNewer<Readonly<Record<BulkAction, JobWords>>>({
  set: { name: msg`Change people`, running: msg`Changing people`, done: msg`Changed` },
  activate: { name: msg`Activate people`, running: msg`Activating people`, done: msg`Activated` },
  deactivate: { name: msg`Deactivate people`, running: msg`Deactivating people`, done: msg`Deactivated` },
  delete: { name: msg`Delete people`, running: msg`Deleting people`, done: msg`Deleted` },
  invite: { name: msg`Invite people again`, running: msg`Inviting people`, done: msg`Invited` },
  'sign-out': { name: msg`Log people out`, running: msg`Logging people out`, done: msg`Logged out` },
  'add-to-batch': { name: msg`Add to a batch`, running: msg`Adding people to a batch`, done: msg`Added` },
  'remove-from-batch': { name: msg`Remove from a batch`, running: msg`Removing people from a batch`, done: msg`Removed` },
  'move-stage': { name: msg`Move to a stage`, running: msg`Moving people to a stage`, done: msg`Moved` },
  announce: { name: msg`Announcement`, running: msg`Sending an announcement`, done: msg`Written to` },
}, { name: NEWER, running: NEWER, done: NEWER });

const UNDOABLE: readonly BulkChange[] = ['position', ...BULK_TEXTS, 'more', 'activate', 'deactivate', 'add-to-batch', 'remove-from-batch', 'move-stage'];

export const canBeUndone = (choice: BulkChange) => UNDOABLE.includes(choice);

/** What takes away; the focus is on Cancel in all dialogs, and red where it takes away. */
export const isDestructive = (choice: BulkChange) => choice === 'delete' || choice === 'deactivate';

export const STATES = orNewer<Readonly<Record<BulkState, ChipLook>>>({
  processing: { label: msg`Running`, tone: 'info' },
  completed: { label: msg`Completed`, tone: 'success' },
  cancelled: { label: msg`Cancelled`, tone: 'quiet' },
  undoing: { label: msg`Undoing`, tone: 'info' },
  undone: { label: msg`Undone`, tone: 'quiet' },
}, { label: NEWER, tone: 'quiet' });

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
  if (status === 'done') return t(JOBS[action].done);
  return orNewer({ unchanged: t`Unchanged`, failed: t`Failed`, undone: t`Undone`, waiting: t`Not reached` }, t(NEWER))[status];
}

const ownOf = ({ set }: Pick<BulkJob, 'set'>) => Object.keys(set ?? {}).filter(isOwnField);

/** Has the company's own fields fetched by whose names these jobs are called. */
export const useNamesOf = (jobs: readonly BulkJob[]) => void useListFieldsQuery({}, { skip: jobs.every((job) => ownOf(job).length === 0) });

/** What it gives, or the batch or stage that it is about. */
function objectOf(job: BulkJob): string | null {
  const { set, batch, stage } = job;
  const place = batch ?? stage;
  if (place !== null) return place.name;
  if (set === null) return null;
  const position = ['profile', 'role'].map((name) => set[name] && labelOf(name, set[name]));
  const own = ownOf(job).map((name) => joined(': ', [ownField(name)?.label ?? false, set[name] === '' ? t`no value` : (set[name] ?? false)]));
  const given = [...position, ...BULK_TEXTS.map((name) => set[name]), ...own].filter(Boolean);
  return [...new Set(given)].join(', ');
}

/** The page of a job; that of an announcement has the same id. */
export const pageOf = ({ id, action }: Pick<BulkJob, 'id' | 'action'>) => (action === 'announce' ? `/dashboard/announcements/sent/${id}` : `/dashboard/users/jobs/${id}`);

/** What of the menu it does, if it is one thing alone. */
function choiceOf(job: BulkJob): BulkChange | undefined {
  const { set } = job;
  if (set === null) return undefined;
  const texts = BULK_TEXTS.filter((name) => Boolean(set[name]));
  const choices = [...((set['profile'] ?? set['role'] ?? null) !== null ? (['position'] as const) : []), ...texts, ...(ownOf(job).length > 0 ? (['more'] as const) : [])];
  return choices.length === 1 ? choices[0] : undefined;
}

/** What was asked for, in the words of the menu: a name of a place alone does not say what it is. */
function actionOf(job: BulkJob): string {
  const choice = choiceOf(job);
  return t(choice === undefined ? JOBS[job.action].name : CHOICES[choice].title);
}

/** What a job is called: "Add to a batch: July 2026 Pune"; own fields say what they are: "Course: CNC". */
export function nameOf(job: BulkJob): string {
  const object = objectOf(job);
  const isSaid = choiceOf(job) === 'more' && ownOf(job).every((name) => ownField(name) !== undefined);
  return joined(': ', [!isSaid && actionOf(job), object ?? false]);
}

function titleOf(job: BulkJob): string {
  if (job.state === 'processing') return t(JOBS[job.action].running);
  if (job.state === 'undoing') return t`Undoing the change`;
  return actionOf(job);
}

export function headingOf(job: BulkJob) {
  const { total, startedBy, startedAt } = job;
  const when = formatMoment(startedAt);
  const start = startedBy === null ? t`started ${when}` : t`started by ${{ fullName: startedBy.fullName }} ${when}`;
  const parts = [objectOf(job), countPeople(total), start];
  return { title: titleOf(job), subtitle: parts.filter((part) => part !== null).join(' · ') };
}
