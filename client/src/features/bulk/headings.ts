import { countOf, formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/people';

import type { BulkJob } from './api';
import { CHOICES, JOBS } from './words';

/** What it gives, or the batch that it is about. */
function objectOf({ set, batch }: BulkJob): string | null {
  if (batch !== null) return batch.name;
  if (set === null) return null;
  const given = [set.profile && labelOf('profile', set.profile), set.role && labelOf('role', set.role), set.workLocation].filter(Boolean);
  return [...new Set(given)].join(', ');
}

/** What was asked for, in the words of the menu: a name of a place alone does not say what it is. */
function actionOf({ action, set }: BulkJob): string {
  if (set === null) return JOBS[action].name;
  const placed = set.workLocation !== null;
  const positioned = set.profile !== null || set.role !== null;
  if (placed && !positioned) return CHOICES['work-location'].title;
  if (positioned && !placed) return CHOICES.position.title;
  return JOBS[action].name;
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

/** Title and subtitle of the page in each state. */
export function headingOf(job: BulkJob) {
  const { total, startedBy, startedAt } = job;
  const by = startedBy === null ? 'started' : `started by ${startedBy.fullName}`;
  const parts = [objectOf(job), countOf(total, 'person', 'people'), `${by} ${formatMoment(startedAt)}`];
  return { title: titleOf(job), subtitle: parts.filter((part) => part !== null).join(' · ') };
}
