import type { EditConflict } from '~/api/editConflict';
import { formatMoment } from '~/lib/format';

import { labelOfField } from './personValues';

const lists = new Intl.ListFormat('en');

/** Who changed what when: "Asha Rao changed Phone and Role on Nov 22, 2026, 11:10 PM." Null where nothing differs any more. */
export function sayConflict({ changedBy, changedAt, changes }: EditConflict): string | null {
  if (changes.length === 0) return null;
  const what = lists.format(changes.map(({ field }) => labelOfField(field)));
  const when = changedAt === null ? '' : ` on ${formatMoment(changedAt)}`;
  if (changedBy !== null) return `${changedBy.fullName} changed ${what}${when}.`;
  return `${what} ${changes.length === 1 ? 'was' : 'were'} changed${when}.`;
}
