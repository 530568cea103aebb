import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useStable } from '~/lib/useStable';
import { useChanges, useIsLive } from '~/realtime/extra';
import { usePageWithin } from '~/ui/Pager';
import { useAsked } from '~/ui/useAsked';

import { type ListPeopleApiArg, type UserPage, usersApi } from '../api';
import type { Decision } from '../applicants/DecisionDialog';
import { useColumns, useKeepChoice } from '../columns/useColumns';
import { type Filters, PAGE_SIZES, type PageSize, queryOf, type UserFilterTable, useUserFilters } from '../filters/useUserFilters';
import { type AskedAct, editButtonId, type OnAct, useUserActs } from '../row/UserDialog';
import { useDraftedRow } from '../row/PositionFields';
import { useViews } from '../views/ViewsMenu';

const DEFAULT: PageSize = '10';

/** How many rows a page has: by the address, else as the account has chosen. */
function usePageSize({ filters, change }: Pick<UserFilterTable, 'filters' | 'change'>) {
  const keepChoice = useKeepChoice();
  const { data } = usersApi.useShowListColumnsQuery();
  const kept = PAGE_SIZES.find((size) => size === String(data?.pageSize));
  const pageSize = filters.pageSize ?? kept ?? DEFAULT;
  return {
    pageSize: Number(pageSize),
    /** The first row on screen stays on the page. */
    choosePageSize: (chosen: PageSize) => {
      const before = (filters.page - 1) * Number(pageSize);
      change({ pageSize: chosen, page: Math.floor(before / Number(chosen)) + 1 });
      void keepChoice({ pageSize: Number(chosen) });
    },
  };
}

export function useListView() {
  const table = useUserFilters();
  const views = useViews(table.filters);
  const columns = useColumns({ view: views.current, always: table.filters.invitation === null ? null : 'invitation' });
  return { table, views, columns, ...usePageSize(table) };
}

/** The row in editing. Afterwards focus returns to its Edit button. */
function useEditing() {
  const { drafted, drop } = useDraftedRow();
  const [editing, setEdited] = useState(drafted);
  const setEditing = (id: string | null) => {
    drop();
    setEdited(id);
  };
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (editing === null && last.current !== null) document.getElementById(editButtonId(last.current))?.focus();
    last.current = editing;
  }, [editing]);
  return { editing, setEditing };
}

/** What is done with single rows: the one in editing, the question that is asked before an act, and the acts themselves. */
export function useRowWork() {
  const acts = useUserActs();
  const question = useAsked<AskedAct>();
  const { editing, setEditing } = useEditing();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const onAct: OnAct = useStable((act, user) => {
    if (act === 'edit') setEditing(user.id);
    else if (act === 'accept' || act === 'decline') setDeciding({ decision: act, ids: [user.id] });
    else if (act === 'invite' || act === 'reactivate') void acts[act](user);
    else question.ask({ act, user });
  });
  return { acts, question, editing, setEditing, deciding, setDeciding, onAct, isBusy: editing !== null || deciding !== null || question.asking };
}

/** Whether the pointer or the keyboard's focus is in the rows; `handlers` go on the element around them. */
export function useBusyRows() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    busy: pointed || focused,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}

/** Many changes in a row, such as an import's, lead to one fetch in this time. */
const FOLLOW_EVERY = 2_000;
const POLL_EVERY = 15_000;

interface Shown {
  readonly page: UserPage;
  /** The query that it answers, as JSON. */
  readonly asked: string;
}

const orderOf = ({ data }: UserPage) => data.map(({ id }) => id).join(' ');

/** Filters by which people come and go as they are moved. */
const STAGES = ['stage', 'reached', 'reachedFrom', 'reachedTo'] as const;

/** The answer to the current query, kept up to date; a superseded request is aborted. */
function useAnswer(argument: ListPeopleApiArg, isAsked: boolean) {
  const live = useIsLive();
  const [ask, answer] = usersApi.useLazyListPeopleQuery({ pollingInterval: live ? 0 : POLL_EVERY, skipPollingIfUnfocused: true });
  const running = useRef<ReturnType<typeof ask> | null>(null);
  const asked = isAsked && JSON.stringify(argument);

  const fetchAnew = () => (running.current = ask(argument));
  const start = useEffectEvent(fetchAnew);
  useEffect(() => {
    // Not when the page is left: drawn anew, it asks the same again, and shares the request that is under way.
    running.current?.abort();
    if (asked !== false) void start();
  }, [asked]);
  const isOfStages = STAGES.some((name) => argument[name] !== undefined);
  const follow = () => (isAsked ? fetchAnew() : undefined);
  useChanges({ events: ['users:changed', 'fields:changed', 'stages:changed'], concerns: (payload) => isOfStages || !('stageIds' in payload), pause: FOLLOW_EVERY, refetch: follow });
  return { ...answer, fetchAnew };
}

interface ListOptions {
  /** False while the people are shown otherwise. */
  readonly isAsked: boolean;
  readonly pageSize: number;
  /** Takes the last page in place of one beyond it. */
  readonly correctPage: (page: number) => void;
  /** A row is under the pointer, has the keyboard's focus or is edited: rows keep their places. */
  readonly busy: boolean;
}

/**
 * A page of users. Changed values show at once; another set or order of rows waits while the list is `busy`, or until
 * `refresh`.
 */
export function useUserList(filters: Filters, { isAsked, pageSize, busy, correctPage }: ListOptions) {
  const argument: ListPeopleApiArg = { page: filters.page, pageSize, ...queryOf(filters) };
  const asked = JSON.stringify(argument);
  const { currentData: fetched, fulfilledTimeStamp = 0, isError, error, fetchAnew } = useAnswer(argument, isAsked);
  const [shown, setShown] = useState<Shown | null>(null);
  // An answer later than this may move the rows.
  const [acceptedAfter, setAcceptedAfter] = useState(Infinity);

  const accepting = fulfilledTimeStamp > acceptedAfter;
  if (accepting) setAcceptedAfter(Infinity);
  const isNew = fetched !== undefined && fetched !== shown?.page;
  const mayShow = shown?.asked !== asked || !busy || accepting || (isNew && orderOf(fetched) === orderOf(shown.page));
  if (isNew && mayShow) {
    setShown({ page: fetched, asked });
  }

  usePageWithin(shown?.asked === asked ? shown.page : undefined, filters.page, pageSize, correctPage);

  return {
    shown: shown?.page,
    isCurrent: shown?.asked === asked,
    /** The list was changed elsewhere and differs from what is on screen. */
    hasChanged: isNew && !mayShow,
    error: isError && shown?.asked !== asked ? error : undefined,
    fetchAnew,
    /** Lets the next answer move the rows, after the user's own change. */
    accept: () => setAcceptedAfter(fulfilledTimeStamp),
    refresh: () => {
      if (fetched !== undefined) setShown({ page: fetched, asked });
    },
  };
}
