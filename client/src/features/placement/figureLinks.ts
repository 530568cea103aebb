import { t } from '@lingui/core/macro';

import { OFFER_FILTERS } from '~/lib/placement';

/** By each figure the filter of the list of people that counts the same. */
const FILTERS = { made: 'made', placed: 'placed', reported: 'reported', confirmed: 'confirmed', didNotJoin: 'did_not_join' } as const;

export type FigureName = keyof typeof FILTERS;

export const figureTerms = (): Readonly<Record<FigureName, string>> => ({
  made: OFFER_FILTERS.made,
  placed: OFFER_FILTERS.placed,
  reported: t`Joined, reported`,
  confirmed: t`Joined, confirmed`,
  didNotJoin: OFFER_FILTERS.did_not_join,
});

/** The people that a figure counts. */
export function figureLink(name: FigureName, { from, to, ...of }: { readonly from: string; readonly to: string; readonly employer?: string; readonly batch?: string }): string {
  return `/dashboard/users?${new URLSearchParams({ tab: 'manage', offer: FILTERS[name], offerFrom: from, offerTo: to, ...of }).toString()}`;
}
