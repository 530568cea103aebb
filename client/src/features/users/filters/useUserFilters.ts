import { msg, plural, t } from '@lingui/core/macro';

import { FILTERED_TEXTS, forEachField } from '~/api/fields';
import { formatDay } from '~/lib/format';
import { CANDIDACIES, OFFER_FILTERS } from '~/lib/placement';
import { PROFILES, type Role, ROLE_LABELS } from '~/lib/profiles';
import { texts } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';

import type { ApplicationState, CandidacyState, InvitationFilter, OfferFilter, SelectionFilter, Status, ViewQuery, ViewRecord } from '../api';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const AGO = /^-(\d{1,4})d$/u;

/** Whether the list can be asked for the day: YYYY-MM-DD, or so many days ago (-7d). */
export const isDay = (text: string) => DAY.test(text) || AGO.test(text);

export function isSignIn(text: string): boolean {
  const [kind, day] = text.split(':');
  return text === 'never' || ((kind === 'since' || kind === 'before') && day !== undefined && isDay(day) && text === `${kind}:${day}`);
}

/** The days of -7d, else null. */
function daysAgo(text: string | null): number | null {
  const days = AGO.exec(text ?? '')?.[1];
  return days === undefined ? null : Number(days);
}

const dayInWords = (text: string) => {
  const days = daysAgo(text);
  return days === null ? formatDay(text) : plural(days, { one: '# day ago', other: '# days ago' });
};

/** "Created in the last 7 days", "Created from 01 Jul 2026 to 31 Jul 2026". */
export function describeCreated(from: string | null, to: string | null): string {
  const days = daysAgo(from);
  if (days !== null && to === null) return plural(days, { one: 'Created in the last day', other: 'Created in the last # days' });
  if (from !== null && to !== null) return t`Created from ${{ from: dayInWords(from) }} to ${{ to: dayInWords(to) }}`;
  return from !== null ? t`Created since ${{ day: dayInWords(from) }}` : t`Created until ${{ day: dayInWords(to ?? '') }}`;
}

/** "came from 01 Jul 2026 to 31 Jul 2026"; empty for any time. */
export function describeReached(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return t`from ${{ from: dayInWords(from) }} to ${{ to: dayInWords(to) }}`;
  if (from !== null) return t`since ${{ day: dayInWords(from) }}`;
  return to === null ? '' : t`until ${{ day: dayInWords(to) }}`;
}

/** "Last login: never", "Last login: in the last 30 days", "Last login: before 01 Jul 2026". */
export function describeSignIn(text: string): string {
  if (text === 'never') return t`Last login: never`;
  const [kind, day = ''] = text.split(':');
  const days = daysAgo(day);
  if (days !== null) {
    return kind === 'since'
      ? plural(days, { one: 'Last login: in the last day', other: 'Last login: in the last # days' })
      : plural(days, { one: 'Last login: not for # day', other: 'Last login: not for # days' });
  }
  return kind === 'since' ? t`Last login: since ${{ day: formatDay(day) }}` : t`Last login: before ${{ day: formatDay(day) }}`;
}

export const SORTS = texts({
  '-createdAt': msg`Newest first`,
  createdAt: msg`Oldest first`,
  fullName: msg`Name, A to Z`,
  '-fullName': msg`Name, Z to A`,
  email: msg`Email, A to Z`,
  '-email': msg`Email, Z to A`,
});

export const INVITATION_FILTERS = texts<InvitationFilter>({
  waiting: msg`Waiting or sent`,
  queued: msg`Waiting`,
  sent: msg`Sent`,
  lapsed: msg`Expired`,
  accepted: msg`Accepted`,
  failed: msg`Could not be delivered`,
  none: msg`Not invited`,
  invited: msg`Invited`,
});

export const APPLICATIONS = texts<ApplicationState>({ waiting: msg`Waiting`, accepted: msg`Accepted`, declined: msg`Declined` });

export const ROLES = Object.keys(ROLE_LABELS) as Role[];

export const STATUSES = texts<Status>({ active: msg`Active`, inactive: msg`Inactive` });

export const PAGE_SIZES = ['10', '25', '50', '100'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const DEFAULT_SORT = '-createdAt';
/** By a field that the company has made: field:marks, -field:marks. */
const OWN_SORT = /^-?field:\w{1,40}$/u;
const LONGEST_TEXT = 255;
const LONGEST_WHERE = 4_000;
const isId = (text: string) => /^[0-9a-f-]{36}$/iu.test(text);
const CHOICES = {
  role: ROLES,
  profile: PROFILES,
  invitation: Object.keys(INVITATION_FILTERS) as InvitationFilter[],
  status: Object.keys(STATUSES) as Status[],
  ...forEachField(FILTERED_TEXTS, () => (text: string) => text.length <= LONGEST_TEXT),
  batch: isId,
  stage: isId,
  reached: isId,
  reachedFrom: isDay,
  reachedTo: isDay,
  everInBatch: isId,
  fromImport: isId,
  application: Object.keys(APPLICATIONS) as ApplicationState[],
  opening: isId,
  employer: isId,
  candidacy: Object.keys(CANDIDACIES) as CandidacyState[],
  offer: Object.keys(OFFER_FILTERS) as OfferFilter[],
  offerFrom: isDay,
  offerTo: isDay,
  createdFrom: isDay,
  createdTo: isDay,
  lastSignIn: isSignIn,
  // What is no condition is refused by the server, which says why: never left out.
  where: (text: string) => text.length <= LONGEST_WHERE,
  sort: (text: string) => Object.keys(SORTS).includes(text) || OWN_SORT.test(text),
  pageSize: PAGE_SIZES,
  /** How the people are shown: as a list unless given. */
  as: ['board'],
  view: (text: string) => /^[\w-]{1,64}$/u.test(text),
};
const FILTERS = ['role', 'profile', 'invitation', 'status', ...FILTERED_TEXTS, 'batch', 'stage', 'reached', 'reachedFrom', 'reachedTo', 'everInBatch', 'fromImport', 'application', 'opening', 'employer', 'candidacy', 'offer', 'offerFrom', 'offerTo', 'createdFrom', 'createdTo', 'lastSignIn', 'where'] as const;
type FilterName = (typeof FILTERS)[number];
const UNFILTERED = { search: '', ...(Object.fromEntries(FILTERS.map((name) => [name, null])) as Record<FilterName, null>) };

export type Filters = ReturnType<typeof useUserFilters>['filters'];
export type UserFilterTable = ReturnType<typeof useUserFilters>;

export function queryOf(filters: Filters) {
  const chosen = FILTERS.filter((name) => filters[name] !== null).map((name) => [name, filters[name]] as const);
  const given = Object.fromEntries(chosen) as { [Name in FilterName]?: NonNullable<Filters[Name]> };
  return { ...(filters.search !== '' && { search: filters.search }), ...given, sort: filters.sort };
}

/** The people that match, whatever their order. */
export function selectionOf(filters: Filters): SelectionFilter {
  return Object.fromEntries(Object.entries(queryOf(filters)).filter(([name]) => name !== 'sort'));
}

/** What a saved view holds: all that differs from a list without filters. */
export function storedQuery(filters: Filters): ViewQuery {
  return { ...selectionOf(filters), ...(filters.sort !== DEFAULT_SORT && { sort: filters.sort }) };
}

const sorted = (query: object) => JSON.stringify(Object.entries(query).sort(([a], [b]) => a.localeCompare(b)));

export const sameQuery = (shown: ViewQuery, stored: ViewRecord['query']) => {
  const { sort, ...others } = stored;
  return sorted(shown) === sorted({ ...others, ...(sort !== undefined && sort !== DEFAULT_SORT && { sort }) });
};

/** The address of a saved view, which shows the same to everyone who may not read the view itself. */
export function addressOfView({ id, query }: Pick<ViewRecord, 'id' | 'query'>, as: Filters['as']): string {
  return `/dashboard/users?${new URLSearchParams({ tab: 'manage', ...query, view: id, ...(as !== null && { as }) }).toString()}`;
}

export function useUserFilters() {
  const { view, searchText, change, ...list } = useListParams(CHOICES);
  const isFiltered = searchText !== '' || view.search !== '' || FILTERS.some((name) => view[name] !== null);
  return {
    ...list,
    filters: { ...view, sort: view.sort ?? DEFAULT_SORT },
    searchText,
    isFiltered,
    change,
    setSort: (sort: string) => change({ sort: sort === DEFAULT_SORT ? null : sort }),
    clear: () => change({ ...UNFILTERED, view: null }),
  };
}
