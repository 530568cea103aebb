import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

import { ROLE_LABELS } from '~/lib/people';
import { isProfile, type Profile } from '~/lib/profiles';
import type { Role } from '~/lib/roles';

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
const LONGEST_SEARCH = 200;
/** How long somebody pauses who has finished a word. */
const PAUSE = 250;

export interface Filters {
  readonly search: string;
  readonly role: Role | null;
  readonly profile: Profile | null;
  readonly invitation: InvitationFilter | null;
  readonly sort: UserSort;
  readonly page: number;
}

const isRole = (text: string | null): text is Role => text !== null && text in ROLE_LABELS;
export const isInvitation = (text: string | null): text is InvitationFilter => text !== null && text in INVITATION_FILTERS;
const isSort = (text: string | null): text is UserSort => text !== null && text in SORTS;

/** What the server is asked for by them. */
export function queryOf({ search, role, profile, invitation, sort }: Filters) {
  return { ...(search !== '' && { search }), role, profile, invitation, sort };
}

/** What the table does not know reads as if it were not there. */
function readFilters(params: URLSearchParams): Filters {
  const role = params.get('role');
  const profile = params.get('profile');
  const invitation = params.get('invitation');
  const sort = params.get('sort');
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    role: isRole(role) ? role : null,
    profile: isProfile(profile) ? profile : null,
    invitation: isInvitation(invitation) ? invitation : null,
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
}

function writeFilters({ search, role, profile, invitation, sort, page }: Filters): URLSearchParams {
  const params = new URLSearchParams({ tab: 'manage' });
  if (search !== '') params.set('search', search);
  if (role !== null) params.set('role', role);
  if (profile !== null) params.set('profile', profile);
  if (invitation !== null) params.set('invitation', invitation);
  if (sort !== DEFAULT_SORT) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** Filters, order and page of the list, kept in the URL. What is typed gets there after a pause; a change leads to page 1. */
export function useUserFilters() {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const url = params.toString();
  const [seen, setSeen] = useState(url);
  // What has been chosen and is not in the URL yet: the next choice goes on from there.
  const [chosen, setChosen] = useState<Filters | null>(null);
  const [typed, setTyped] = useState(() => readFilters(params).search);

  if (url !== seen) {
    setSeen(url);
    if (chosen !== null && writeFilters(chosen).toString() === url) {
      setChosen(null);
    } else if (chosen === null || navigation === NavigationType.Pop) {
      // Back, forward and links move the box along; what it has itself sent does not come back into it.
      setChosen(null);
      setTyped(readFilters(params).search);
    }
  }
  const filters = chosen ?? readFilters(params);
  const { search } = filters;

  const change = (changed: Partial<Filters>, { replace = false } = {}) => {
    const asked: Filters = { ...filters, search: typed.trim(), page: 1, ...changed };
    // A page that is turned to is one of the search on screen.
    const next = asked.search === search ? asked : { ...asked, page: 1 };
    const query = writeFilters(next);
    if (query.toString() === writeFilters(filters).toString()) return;
    setChosen(next);
    setParams(query, { replace, preventScrollReset: true });
  };

  const send = useEffectEvent(() => {
    change({}, { replace: true });
  });
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(send, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, search]);

  return {
    filters,
    typed,
    type: (text: string) => {
      setTyped(text.slice(0, LONGEST_SEARCH));
    },
    isFiltered: typed !== '' || search !== '' || filters.role !== null || filters.profile !== null || filters.invitation !== null,
    change,
    setPage: (page: number) => {
      change({ page });
    },
    /** After a page has ceased to exist. */
    correctPage: (page: number) => {
      change({ page }, { replace: true });
    },
    clear: () => {
      setTyped('');
      change({ search: '', role: null, profile: null, invitation: null });
    },
  };
}
