import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { followChanges, useIsLive, useRealtime } from '~/realtime/extra';
import { usePageWithin } from '~/ui/Pager';

import { type ListUsersArg, useLazyListPeopleQuery, type UserPage } from '../api';
import { type Filters, queryOf } from '../filters/useUserFilters';

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

/** The answer to the current query, kept up to date; a superseded request is aborted. */
function useAnswer(argument: ListUsersArg) {
  const live = useIsLive();
  const realtime = useRealtime();
  const [ask, answer] = useLazyListPeopleQuery({ pollingInterval: live ? 0 : POLL_EVERY, skipPollingIfUnfocused: true });
  const running = useRef<ReturnType<typeof ask> | null>(null);
  const asked = JSON.stringify(argument);

  const fetchAnew = () => {
    running.current = ask(argument);
  };
  const start = useEffectEvent(fetchAnew);
  useEffect(() => {
    start();
    return () => running.current?.abort();
  }, [asked]);
  useEffect(
    () =>
      followChanges(realtime, {
        events: ['users:changed'],
        pause: FOLLOW_EVERY,
        refetch: () => start(),
      }),
    [realtime],
  );
  return { ...answer, fetchAnew };
}

interface ListOptions {
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
export function useUserList(filters: Filters, { pageSize, busy, correctPage }: ListOptions) {
  const argument: ListUsersArg = { page: filters.page, pageSize, ...queryOf(filters) };
  const asked = JSON.stringify(argument);
  const { currentData: fetched, fulfilledTimeStamp = 0, isError, error, fetchAnew } = useAnswer(argument);
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
    /** The last page, also while the next one is loading. */
    shown: shown?.page,
    isCurrent: shown?.asked === asked,
    /** The list was changed elsewhere and differs from what is on screen. */
    hasChanged: isNew && !mayShow,
    error: isError && shown?.asked !== asked ? error : undefined,
    fetchAnew,
    /** Lets the next answer move the rows, after the user's own change. */
    accept: () => setAcceptedAfter(fulfilledTimeStamp),
    /** Shows the changed list. */
    refresh: () => {
      if (fetched !== undefined) setShown({ page: fetched, asked });
    },
  };
}
