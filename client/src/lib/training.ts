import { msg, plural, t } from '@lingui/core/macro';

import { formatCount, formatHour } from './format';
import { joined, texts } from './texts';

interface Hours {
  readonly startsAt: string;
  readonly endsAt: string;
}

interface Shown extends Hours {
  readonly state: string;
  readonly reason: string | null;
  readonly people: number;
  readonly present: number;
}

interface Standing {
  readonly percent: number | null;
  readonly held: number;
  readonly attended: number;
  readonly left: number;
  readonly needs: number;
  readonly mayMiss: number;
}

export const sessionPage = (id: string) => `/dashboard/training/sessions/${id}`;

/** From when to when, in the company's time zone: 9:30 am – 11:00 am. */
export const hoursOf = ({ startsAt, endsAt }: Hours) => `${formatHour(startsAt)} – ${formatHour(endsAt)}`;

export const isNow = ({ startsAt, endsAt }: Hours, now: number) => Date.parse(startsAt) <= now && now < Date.parse(endsAt);

/** What has become of a session. */
export function saySession(session: Shown, now: number): string {
  const { state, reason, present, people, endsAt } = session;
  if (state === 'cancelled') return t`Cancelled: ${{ reason: reason ?? '' }}`;
  if (state === 'taken') return t`${{ present: formatCount(present) }} of ${{ people: formatCount(people) }} present`;
  if (isNow(session, now)) return t`Now, not marked yet`;
  return Date.parse(endsAt) <= now ? t`Not marked` : t`Planned`;
}

/** What a person still has to attend for the company's threshold, or may miss. */
export function sayNeeds({ percent, left, needs, mayMiss }: Standing, threshold: number): string {
  if (percent === null) return t`No session was held yet`;
  if (needs > left) return t`Can no longer reach ${threshold} %`;
  if (left === 0) return t`Has reached ${threshold} %`;
  if (needs === 0) return t`Has reached ${threshold} %, whatever comes`;
  return mayMiss > 0 && percent >= threshold
    ? plural(mayMiss, { one: 'May miss # more', other: 'May miss # more' })
    : t`Needs ${{ needs: formatCount(needs) }} of the next ${{ left: formatCount(left) }} for ${threshold} %`;
}

/** How a person stands, to themselves. */
export function sayStanding(standing: Standing, threshold: number): string {
  const { percent, held, attended, left, needs, mayMiss } = standing;
  if (percent === null) return t`No session was held yet`;
  const far = t`${{ percent: formatCount(percent) }} % (${{ attended: formatCount(attended) }} of ${{ held: formatCount(held) }})`;
  if (left === 0) return far;
  if (needs > left) return joined(' · ', [far, t`${threshold} % can no longer be reached: talk to your trainer`]);
  if (mayMiss === 0) return joined(' · ', [far, t`You may miss none of the next ${{ left: formatCount(left) }}`]);
  return joined(' · ', [far, plural(mayMiss, { one: 'You may miss # more', other: 'You may miss # more' })]);
}

type MarkWord = 'present' | 'late' | 'absent' | 'excused';

const MARKS = texts<MarkWord>({ present: msg`Present`, late: msg`Late`, absent: msg`Absent`, excused: msg`Excused` });

/** The word of a mark; of one that a newer version has, its name. */
export const sayMark = (mark: string) => (Object.hasOwn(MARKS, mark) ? MARKS[mark as MarkWord] : mark);
