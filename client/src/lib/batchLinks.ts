import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { dayOfMoment, formatDay } from './format';

const FIRST_DAY = '2000-01-01';

/** The list of a batch's people, and of those that each of its figures counts. */
export function batchLinks(batchId: string) {
  const people = `/dashboard/users?tab=manage&batch=${batchId}`;
  return {
    people,
    invited: `${people}&invitation=invited`,
    signedIn: `${people}&lastSignIn=since:${FIRST_DAY}`,
    inactive: `${people}&status=inactive`,
  } as const;
}

type BatchFigure = keyof ReturnType<typeof batchLinks>;
type Batch = Readonly<Record<BatchFigure, number>> & { readonly id: string; readonly name: string };

const FIGURES: readonly (readonly [BatchFigure, MessageDescriptor])[] = [
  ['people', msg`People`],
  ['invited', msg`Invited`],
  ['signedIn', msg`Logged in`],
  ['inactive', msg`Inactive`],
];

export const TRAINING = '/dashboard/training';

/** The list of people whose attendance is below what the company asks for. */
export const AT_RISK = `${TRAINING}?tab=risk`;

export const trainingOf = (batchId: string) => `${TRAINING}/${batchId}`;

export const batchTerms = () => FIGURES.map(([, term]) => t(term));

/** The figures of a batch, each with where its people are. */
export function batchCounts(batch: Batch) {
  const links = batchLinks(batch.id);
  return FIGURES.map(([figure, term]) => ({ term: t(term), count: batch[figure], to: links[figure], name: `${t(term)}, ${batch.name}` }));
}

/** "06 Feb 2026 – 31 Mar 2026", and what of it is known. */
export function daysOf({ startsOn, endsOn }: Readonly<Record<'startsOn' | 'endsOn', string | null>>): string {
  if (startsOn === null && endsOn === null) return '';
  if (endsOn === null) return t`from ${{ day: formatDay(startsOn ?? '') }}`;
  return startsOn === null ? t`until ${{ day: formatDay(endsOn) }}` : `${formatDay(startsOn)} – ${formatDay(endsOn)}`;
}

/** "Left on 29 Nov 2026", with who removed the person and why where that is known. */
export function sayLeaving({ leftAt, leftBy, reason }: { readonly leftAt: string; readonly leftBy: string | null; readonly reason: string | null }): string {
  const day = formatDay(dayOfMoment(new Date(leftAt)));
  const left = leftBy === null ? t`Left on ${day}` : t`Left on ${day}, removed by ${leftBy}`;
  return reason === null ? left : `${left} · ${reason}`;
}
