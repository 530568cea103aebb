import { msg, plural, t } from '@lingui/core/macro';

import { isProblem } from '~/api/problem';
import { serverNow } from '~/lib/clock';
import { dayAfter } from '~/lib/days';
import { formatCount, formatDay, formatMoment, inputOf } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { sayDaysLeft, sayPay } from '~/lib/placement';
import { joined, NEWER, texts } from '~/lib/texts';
import type { ChipLook } from '~/ui/StateChip';

import type { CandidacyState, Offer, OfferState, Opening, OpeningState, Unmet } from './api';

export const OPENING_STATES = texts<OpeningState>({ draft: msg`Draft`, open: msg({ message: 'Open', context: 'opening' }), closed: msg({ message: 'Closed', context: 'opening' }) });

export const OPENING_CHIPS = orNewer<Readonly<Record<OpeningState, ChipLook>>>({
  draft: { tone: 'quiet', label: msg`Draft` },
  open: { tone: 'success', label: msg({ message: 'Open', context: 'opening' }) },
  closed: { tone: 'quiet', label: msg({ message: 'Closed', context: 'opening' }) },
}, { tone: 'quiet', label: NEWER });

export const CANDIDACY_CHIPS = orNewer<Readonly<Record<CandidacyState, ChipLook>>>({
  eligible: { tone: 'quiet', label: msg`Eligible` },
  applied: { tone: 'info', label: msg`Applied` },
  shortlisted: { tone: 'info', label: msg`Shortlisted` },
  in_rounds: { tone: 'info', label: msg({ message: 'In rounds', context: 'interviews' }) },
  selected: { tone: 'success', label: msg({ message: 'Selected', context: 'by the employer' }) },
  rejected: { tone: 'quiet', label: msg`Rejected` },
  withdrawn: { tone: 'quiet', label: msg({ message: 'Withdrawn', context: 'candidacy' }) },
}, { tone: 'quiet', label: NEWER });

const OFFER_CHIPS = orNewer<Readonly<Record<OfferState, ChipLook>>>({
  offered: { tone: 'warning', label: msg({ message: 'Waiting', context: 'offer' }) },
  accepted: { tone: 'success', label: msg({ message: 'Accepted', context: 'offer' }) },
  declined: { tone: 'quiet', label: msg({ message: 'Declined', context: 'offer' }) },
  expired: { tone: 'quiet', label: msg({ message: 'Expired', context: 'offer' }) },
  withdrawn: { tone: 'quiet', label: msg({ message: 'Withdrawn', context: 'offer' }) },
  joined: { tone: 'success', label: msg({ message: 'Joined', context: 'offer' }) },
  did_not_join: { tone: 'danger', label: msg`Did not join` },
  ended: { tone: 'quiet', label: msg({ message: 'Has left', context: 'job' }) },
}, { tone: 'quiet', label: NEWER });

/** A joining is what staff report until the person has said so as well. */
export function offerChip({ state, isConfirmed }: { readonly state: OfferState; readonly isConfirmed?: boolean | null }): ChipLook {
  if (state !== 'joined' || isConfirmed === undefined) return OFFER_CHIPS[state];
  if (isConfirmed === null) return { tone: 'info', label: msg`Joined, reported` };
  return isConfirmed ? { tone: 'success', label: msg`Joined, confirmed` } : { tone: 'danger', label: msg`Says: not joined` };
}

/** How many are on the shortlist, or have come further. */
export const shortlisted = ({ candidates }: Pick<Opening, 'candidates'>) => ['shortlisted', 'in_rounds', 'selected'].reduce((sum, state) => sum + (candidates[state] ?? 0), 0);

/** "7 of 10 taken". */
export const saySeats = ({ taken, seats }: Pick<Opening, 'taken' | 'seats'>) => t`${{ taken: formatCount(taken) }} of ${{ seats: formatCount(seats) }} taken`;

export function sayTier(tier: number): string {
  if (tier === 1) return t`Tier 1 of 5, the lowest`;
  return tier === 5 ? t`Tier 5 of 5, the highest` : t`Tier ${tier} of 5`;
}

/** What an opening is, in a line. */
export const sayOpening = ({ employerName, place, payFrom, payTo, closesAt }: Pick<Opening, 'employerName' | 'place' | 'payFrom' | 'payTo' | 'closesAt'>) =>
  joined(' · ', [employerName, place ?? false, sayPay(payFrom, payTo) ?? false, sayDaysLeft(closesAt) ?? false]);

export const isWaiting = ({ state, answerBy }: { readonly state: OfferState; readonly answerBy: string }) => state === 'offered' && Date.parse(answerBy) > serverNow();

const hasNeeds = (needs: string) => needs !== '';

function sayNeeds({ label, operator, needs }: Unmet & { readonly label: string }): string {
  const [from = '', to = ''] = needs;
  const all = needs.filter(hasNeeds).join(', ');
  switch (operator) {
    case 'batch':
      return t`Needs the batch ${all}`;
    case 'stage':
      return t`Needs the stage ${all}`;
    case 'from':
      if (from !== '' && to !== '') return t`Needs ${from} to ${to} in ${label}`;
      return from === '' ? t`Needs ${to} or less in ${label}` : t`Needs ${from} or more in ${label}`;
    case 'isNot':
      return t`${label} is not to be ${all}`;
    case 'contains':
      return t`${label} is to contain “${all}”`;
    case 'none':
      return t`${label} is to be empty`;
    default:
      return t`Needs ${label}: ${all}`;
  }
}

/** "Needs 60 or more in 12th, you have 58.4", "12th: not given"; `isOwn`: the reader is the person. */
export function sayUnmet(unmet: Unmet, isOwn: boolean): string {
  const { label, has, isMissing } = unmet;
  if (label === null) return isMissing ? t`A detail that you do not see is not given` : t`Another condition, on a detail that you do not see`;
  if (isMissing) return t`${label}: not given`;
  const needs = sayNeeds({ ...unmet, label });
  if (has === null) return needs;
  return isOwn ? t`${needs}, you have ${has}` : t`${needs}, has ${has}`;
}

/** "Answer by 03 Dec 2026, 6:00 pm"; the midnight after a day is the end of this day. */
export function sayAnswerBy({ answerBy }: Pick<Offer, 'answerBy'>): string {
  const [day = '', time] = inputOf(new Date(answerBy)).split('T');
  return time === '00:00' ? t`Answer by the end of ${{ day: formatDay(dayAfter(day, -1)) }}` : t`Answer by ${{ when: formatMoment(answerBy) }}`;
}

/** "3 seats are left", or that more is offered than there are. */
export function saySeatsLeft({ seats, taken, waiting }: Pick<Opening, 'seats' | 'taken' | 'waiting'>, more: number): string {
  const left = Math.max(0, seats - taken);
  const over = waiting + more - left;
  const seatsLeft = plural(left, { one: '# seat is left', other: '# seats are left' });
  if (over <= 0) return waiting === 0 ? `${seatsLeft}.` : t`${seatsLeft}, and ${plural(waiting, { one: '# offer waits', other: '# offers wait' })} already.`;
  return t`${seatsLeft}: with those that wait there would be ${plural(over, { one: '# offer more than seats. Who answers late finds all taken.', other: '# offers more than seats. Who answers late finds all taken.' })}`;
}

/** What an edit has met: the thing as it is now, undefined where the server names none. */
export const currentOf = (error: unknown): unknown => (isProblem(error) && error.status === 409 ? error.current : undefined);
