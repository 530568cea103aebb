import { msg, t } from '@lingui/core/macro';

import { isUnsent, type Sheet } from '~/api/sheets/slice';
import type { Mark, Roster, RosterPerson, SheetAnswer } from '~/api/training';
import { texts } from '~/lib/texts';
import { sayMark } from '~/lib/training';

/** In the order in which taps go through them. */
export const MARKS: readonly Mark[] = ['present', 'late', 'absent', 'excused'];

const WITHIN = texts<Mark>({ present: msg`present`, late: msg`late`, absent: msg`absent`, excused: msg`excused` });

export const wordOf = (mark: Mark | null) => (mark === null ? t`No mark` : sayMark(mark));

/** The word within a sentence. */
export const saidOf = (mark: Mark | null) => (mark === null ? t`without a mark` : WITHIN[mark]);

export const nextMark = (mark: Mark | null): Mark => (mark === null ? 'present' : (MARKS[(MARKS.indexOf(mark) + 1) % MARKS.length] ?? 'present'));

export const isThere = (mark: Mark | null) => mark === 'present' || mark === 'late';

/** The roster as this device shows it: what is not sent yet lies above what the server has. */
export function withUnsent(people: readonly RosterPerson[], sheets: readonly Sheet[]): readonly RosterPerson[] {
  const own = new Map(sheets.filter(isUnsent).flatMap(({ marks }) => marks.map(({ userId, mark }) => [userId, mark] as const)));
  return people.map((person) => {
    const mark = own.get(person.id) ?? person.mark;
    return mark === person.mark ? person : { ...person, mark };
  });
}

/** The roster as it is after a sheet, until it is fetched again. */
export function afterSheet(roster: Roster, sheet: Sheet, { conflicts, figures, receivedAt, version }: SheetAnswer): Roster {
  const given = new Map(sheet.marks.map(({ userId, mark }) => [userId, mark]));
  const others = new Map(conflicts.map((conflict) => [conflict.userId, conflict]));
  const people = roster.people.map((person) => {
    const conflict = others.get(person.id);
    if (conflict !== undefined) return { ...person, mark: conflict.theirs, receivedAt: conflict.at };
    const mark = given.get(person.id);
    return mark === undefined ? person : { ...person, mark, receivedAt };
  });
  return { ...roster, people, session: { ...roster.session, ...figures, state: 'taken', takenAt: roster.session.takenAt ?? receivedAt, version } };
}
