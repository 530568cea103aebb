import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useIsLive, useRealtime } from '~/realtime/extra';

import { PAGE_SIZE, type ListUsersArg, type UserPage, useLazyListPeopleQuery } from './api';
import { type Filters, queryOf } from './useUserFilters';

/** Of many changes in a row, such as an import's, one fetch follows in this time. */
const FOLLOW_EVERY = 2_000;
const POLL_EVERY = 15_000;

interface Shown {
  readonly page: UserPage;
  /** What it answers. */
  readonly asked: string;
}

const orderOf = ({ data }: UserPage) => data.map(({ id }) => id).join(' ');

/** Fetches anew soon after the server has said that users have changed, or may have while no connection stood. */
function useFollowing(fetchAnew: () => void): void {
  const realtime = useRealtime();
  const fetchNow = useEffectEvent(fetchAnew);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    let asOf = performance.now();
    const follow = () => {
      if (timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          last = Date.now();
          asOf = performance.now();
          fetchNow();
        },
        Math.max(0, last + FOLLOW_EVERY - Date.now()),
      );
    };
    const stops = [
      realtime.on('users:changed', follow),
      realtime.onStanding((quietSince) => {
        if (asOf < quietSince) follow();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [realtime]);
}

/** The answer to what is asked now; a request that nobody waits for any more is given up. */
function useAnswer(argument: ListUsersArg) {
  const live = useIsLive();
  const [ask, answer] = useLazyListPeopleQuery({ pollingInterval: live ? 0 : POLL_EVERY, skipPollingIfUnfocused: true });
  const running = useRef<ReturnType<typeof ask> | null>(null);
  const { page, pageSize, search, role, profile, invitation, sort } = argument;

  const fetchAnew = () => {
    running.current = ask(argument);
  };
  const start = useEffectEvent(fetchAnew);
  useEffect(() => {
    start();
    return () => {
      running.current?.abort();
    };
  }, [page, pageSize, search, role, profile, invitation, sort]);
  useFollowing(fetchAnew);
  return { ...answer, fetchAnew };
}

interface ListOptions {
  /** Whether somebody has a row under the pointer or the keyboard's focus, or edits one: then no row moves by itself. */
  readonly busy: boolean;
}

/**
 * A page of users. What has changed in its rows shows at once; another set or order of rows waits until nobody is busy
 * with those on screen, or until it is asked for.
 */
export function useUserList(filters: Filters, { busy }: ListOptions) {
  const argument: ListUsersArg = { page: filters.page, pageSize: PAGE_SIZE, ...queryOf(filters) };
  const asked = JSON.stringify(argument);
  const { currentData: fetched, fulfilledTimeStamp = 0, isError, error, fetchAnew } = useAnswer(argument);
  const [shown, setShown] = useState<Shown | null>(null);
  // The time of the answer after which one may move the rows.
  const [acceptedAfter, setAcceptedAfter] = useState(Infinity);

  const accepting = fulfilledTimeStamp > acceptedAfter;
  if (accepting) setAcceptedAfter(Infinity);
  const isNew = fetched !== undefined && fetched !== shown?.page;
  const mayShow = shown?.asked !== asked || !busy || accepting || (isNew && orderOf(fetched) === orderOf(shown.page));
  if (isNew && mayShow) {
    setShown({ page: fetched, asked });
  }

  return {
    /** The last one that was here, also while the next is on its way. */
    shown: shown?.page,
    isCurrent: shown?.asked === asked,
    /** Not what is on screen: somebody else has changed the list. */
    hasChanged: isNew && !mayShow,
    error: isError && shown?.asked !== asked ? error : undefined,
    fetchAnew,
    /** The next answer may move the rows: what the person has done moves them. */
    accept: () => {
      setAcceptedAfter(fulfilledTimeStamp);
    },
    /** Shows what has changed. */
    refresh: () => {
      if (fetched !== undefined) setShown({ page: fetched, asked });
    },
  };
}
