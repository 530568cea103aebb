import { msg, plural, t } from '@lingui/core/macro';

import { serverNow } from './clock';
import { dayOfMoment, formatCount } from './format';
import { texts } from './texts';

export const PLACEMENT = '/dashboard/placement';
export const OWN_OPENINGS = '/dashboard/openings';

export const openingPage = (id: string) => `${PLACEMENT}/${id}`;

/** What has become of a candidate. */
export const CANDIDACIES = texts({
  eligible: msg`Eligible`,
  applied: msg`Applied`,
  shortlisted: msg`Shortlisted`,
  in_rounds: msg({ message: 'In rounds', context: 'interviews' }),
  selected: msg({ message: 'Selected', context: 'by the employer' }),
  rejected: msg`Rejected`,
  withdrawn: msg({ message: 'Withdrawn', context: 'candidacy' }),
});

/** What lists of offers are filtered by: states, and several states that figures count together. */
export const OFFER_FILTERS = texts({
  made: msg({ message: 'Offered', context: 'figure' }),
  placed: msg`Placed`,
  reported: msg`Joined, reported`,
  confirmed: msg`Joined, confirmed`,
  offered: msg({ message: 'Waiting', context: 'offer' }),
  accepted: msg({ message: 'Accepted', context: 'offer' }),
  declined: msg({ message: 'Declined', context: 'offer' }),
  expired: msg({ message: 'Expired', context: 'offer' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'offer' }),
  joined: msg({ message: 'Joined', context: 'offer' }),
  did_not_join: msg`Did not join`,
  ended: msg({ message: 'Has left', context: 'job' }),
});

const WHOLE_DAY = 86_400_000;

/** Days of the company's calendar until a moment; negative when it is past. */
const daysUntil = (moment: string) => (Date.parse(dayOfMoment(new Date(moment))) - Date.parse(dayOfMoment(new Date(serverNow())))) / WHOLE_DAY;

/** "closes today", "3 days left"; null for what has no last day. */
export function sayDaysLeft(closesAt: string | null): string | null {
  if (closesAt === null) return null;
  if (Date.parse(closesAt) <= serverNow()) return t`last day is over`;
  // It closes at the midnight after its last day.
  const days = daysUntil(new Date(Date.parse(closesAt) - 1).toISOString());
  return days === 0 ? t`closes today` : plural(days, { one: '# day left', other: '# days left' });
}

/** A year's pay in whole rupees. */
export function sayPay(from: number | null, to: number | null = from): string | null {
  const [least, most] = [from ?? to, to ?? from];
  if (least === null || most === null) return null;
  return least === most ? t`₹${{ pay: formatCount(least) }} a year` : t`₹${{ from: formatCount(least) }} – ${{ to: formatCount(most) }} a year`;
}
