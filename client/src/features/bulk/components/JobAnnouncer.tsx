import { countOf } from '~/lib/format';
import { Announcer } from '~/ui/Announcer';

import type { BulkJob } from '../api';
import { percentDone } from '../states';

const people = (count: number) => countOf(count, 'person', 'people');

/** The announcement of this state; the same words until the next quarter or the end. */
function announcementOf(job: BulkJob): string {
  const quarter = Math.floor(percentDone(job) / 25) * 25;
  switch (job.state) {
    case 'processing':
      return quarter === 0 ? 'The change is running.' : `${quarter} percent done.`;
    case 'completed':
      return `The change is complete: ${people(job.done)} changed, ${job.failed} failed.`;
    case 'cancelled':
      return `The change was cancelled: ${people(job.done)} changed.`;
    case 'undoing':
      return quarter === 0 ? 'Undoing the change.' : `${quarter} percent undone.`;
    case 'undone':
      return `The change was undone for ${people(job.undone)}.`;
  }
}

/** Announces progress to screen readers, rarely. */
export function JobAnnouncer({ job }: { readonly job: BulkJob }) {
  return <Announcer>{announcementOf(job)}</Announcer>;
}
