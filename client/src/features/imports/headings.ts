import { formatMoment } from '~/lib/format';

import type { ImportSummary } from './api';
import { countOf } from './format';

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
