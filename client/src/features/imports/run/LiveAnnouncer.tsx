import { Announcer } from '~/ui/Announcer';

import type { ImportSummary } from '../api';
import { countOf } from '../format';
import { createdOf } from '../modes';
import { percentDone } from '../states';

const created = (count: number) => countOf(count, 'user created', 'users created');

/** The announcement of this state; the same words until the next quarter or the end. */
export function announcementOf(snapshot: ImportSummary): string {
  const { state, validRows, invalidRows, changed, errorCount, undone } = snapshot;
  const quarter = Math.floor(percentDone(snapshot) / 25) * 25;
  switch (state) {
    case 'mapping':
      return 'The columns of the file are to be chosen.';
    case 'validating':
      return 'Checking the file.';
    case 'ready':
      return `The file has been checked: ${countOf(validRows, 'valid row', 'valid rows')}, ${countOf(invalidRows, 'invalid row', 'invalid rows')}.`;
    case 'processing':
      return quarter === 0 ? 'Processing users.' : `${quarter} percent done.`;
    case 'paused':
      return 'The import is paused.';
    case 'completed':
      return `Upload complete: ${created(createdOf(snapshot))}, ${changed > 0 ? `${changed} updated, ` : ''}${errorCount} failed.`;
    case 'cancelled':
      return `The import was cancelled: ${created(createdOf(snapshot))}.`;
    case 'failed':
      return 'The import has failed.';
    case 'undoing':
      return quarter === 0 ? 'Undoing the import.' : `${quarter} percent undone.`;
    case 'undone':
      return `The import was undone: ${countOf(undone, 'row', 'rows')}.`;
  }
}

/** Announces progress to screen readers, rarely. */
export function LiveAnnouncer({ snapshot }: { readonly snapshot: ImportSummary }) {
  return <Announcer>{announcementOf(snapshot)}</Announcer>;
}
