import { ROLE_LABELS } from '~/lib/people';
import { PROFILES } from '~/lib/profiles';
import type { Role } from '~/lib/roles';
import { useListParams } from '~/lib/useListParams';

import type { InvitationFilter, UserSort } from './api';

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
} as const satisfies Readonly<Record<InvitationFilter, string>>;

export const ROLES = Object.keys(ROLE_LABELS) as Role[];

const DEFAULT_SORT: UserSort = '-createdAt';
const CHOICES = {
  role: ROLES,
  profile: PROFILES,
  invitation: Object.keys(INVITATION_FILTERS) as InvitationFilter[],
  sort: Object.keys(SORTS) as UserSort[],
};

export type Filters = ReturnType<typeof useUserFilters>['filters'];

/** The filters as parameters of a request. */
export function queryOf({ search, role, profile, invitation, sort }: Filters) {
  return { ...(search !== '' && { search }), role, profile, invitation, sort };
}

/** Filters, order and page of the list of users, kept in the URL. */
export function useUserFilters() {
  const { view, searchText, change, ...list } = useListParams(CHOICES);
  const { search, role, profile, invitation } = view;
  return {
    ...list,
    filters: { ...view, sort: view.sort ?? DEFAULT_SORT },
    searchText,
    isFiltered: searchText !== '' || search !== '' || role !== null || profile !== null || invitation !== null,
    change,
    setSort: (sort: UserSort) => {
      change({ sort: sort === DEFAULT_SORT ? null : sort });
    },
    clear: () => {
      change({ search: '', role: null, profile: null, invitation: null });
    },
  };
}
