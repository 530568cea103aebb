import { FILTERED_TEXTS, forEachField } from '~/api/fields';
import { PROFILES, type Role, ROLE_LABELS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';

import type { InvitationFilter, SelectionFilter, Status, UserSort, ViewQuery, ViewRecord } from '../api';
import { isDay, isSignIn } from './days';

export const SORTS = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  fullName: 'Name, A to Z',
  '-fullName': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
} as const satisfies Readonly<Record<UserSort, string>>;

export const INVITATION_FILTERS = {
  waiting: 'Invitation waiting',
  lapsed: 'Invitation expired',
  failed: 'Could not be delivered',
  none: 'Not invited yet',
  accepted: 'Invitation accepted',
  invited: 'Invited',
} as const satisfies Readonly<Record<InvitationFilter, string>>;

export const ROLES = Object.keys(ROLE_LABELS) as Role[];

export const STATUSES = { active: 'Active', inactive: 'Inactive' } as const satisfies Readonly<Record<Status, string>>;

export const PAGE_SIZES = ['10', '25', '50', '100'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const DEFAULT_SORT: UserSort = '-createdAt';
const LONGEST_TEXT = 255;
const isId = (text: string) => /^[0-9a-f-]{36}$/iu.test(text);
const CHOICES = {
  role: ROLES,
  profile: PROFILES,
  invitation: Object.keys(INVITATION_FILTERS) as InvitationFilter[],
  status: Object.keys(STATUSES) as Status[],
  ...forEachField(FILTERED_TEXTS, () => (text: string) => text.length <= LONGEST_TEXT),
  batch: isId,
  createdFrom: isDay,
  createdTo: isDay,
  lastSignIn: isSignIn,
  sort: Object.keys(SORTS) as UserSort[],
  pageSize: PAGE_SIZES,
  view: (text: string) => /^[\w-]{1,64}$/u.test(text),
};
const FILTERS = ['role', 'profile', 'invitation', 'status', ...FILTERED_TEXTS, 'batch', 'createdFrom', 'createdTo', 'lastSignIn'] as const;
type FilterName = (typeof FILTERS)[number];
const UNFILTERED = { search: '', ...(Object.fromEntries(FILTERS.map((name) => [name, null])) as Record<FilterName, null>) };

export type Filters = ReturnType<typeof useUserFilters>['filters'];
export type UserFilterTable = ReturnType<typeof useUserFilters>;

/** The filters as parameters of a request. */
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

/** Whether a list on screen is that of a stored query. */
export const sameQuery = (shown: ViewQuery, stored: ViewRecord['query']) => {
  const { sort, ...others } = stored;
  return sorted(shown) === sorted({ ...others, ...(sort !== undefined && sort !== DEFAULT_SORT && { sort }) });
};

/** The address of a saved view, which shows the same to everyone who may not read the view itself. */
export function addressOfView({ id, query }: Pick<ViewRecord, 'id' | 'query'>): string {
  return `/dashboard/users?${new URLSearchParams({ tab: 'manage', ...query, view: id }).toString()}`;
}

/** Filters, order and page of the list of users, kept in the URL. */
export function useUserFilters() {
  const { view, searchText, change, ...list } = useListParams(CHOICES);
  const isFiltered = searchText !== '' || view.search !== '' || FILTERS.some((name) => view[name] !== null);
  return {
    ...list,
    filters: { ...view, sort: view.sort ?? DEFAULT_SORT },
    searchText,
    isFiltered,
    change,
    setSort: (sort: UserSort) => change({ sort: sort === DEFAULT_SORT ? null : sort }),
    clear: () => change({ ...UNFILTERED, view: null }),
  };
}
