import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

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

export const batchTerms = () => FIGURES.map(([, term]) => t(term));

/** The figures of a batch, each with where its people are. */
export function batchCounts(batch: Batch) {
  const links = batchLinks(batch.id);
  return FIGURES.map(([figure, term]) => ({ term: t(term), count: batch[figure], to: links[figure], name: `${t(term)}, ${batch.name}` }));
}
