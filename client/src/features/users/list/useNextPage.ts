import { useEffect, useRef } from 'react';

import { baseApi } from '~/api/baseApi';
import { useAppDispatch } from '~/lib/dispatch';
import { savesData } from '~/lib/savesData';
import { whenQuiet } from '~/lib/whenQuiet';
import { useIsLive, useRealtime } from '~/realtime/extra';

import { fetchUsersAhead, type ListUsersArg, type UserPage } from '../api';

/** Later pages are rarely read on to, and cost the server more. */
const LAST_AHEAD = 10;

interface Ahead {
  /** The query, as JSON. */
  readonly asked: string;
  readonly abort: () => void;
}

function hasNext({ data, page, pageSize, total, totalIsExact }: UserPage): boolean {
  return data.length === pageSize && (!totalIsExact || total > page * pageSize);
}

/**
 * Fetches the page after the one on screen, when nothing else is fetched. Only while changes of the list are pushed: the
 * first one makes it worthless. `take` says whether it is there, or on its way, for this query.
 */
export function useNextPage(argument: ListUsersArg, answer: UserPage | undefined) {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const live = useIsLive();
  const ahead = useRef<Ahead | null>(null);
  const tried = useRef<string | null>(null);
  const page = Number(argument.page);
  const wanted = live && answer !== undefined && hasNext(answer) && page < LAST_AHEAD;
  const next = wanted ? JSON.stringify({ ...argument, page: page + 1 }) : null;

  const drop = (): void => {
    ahead.current?.abort();
    ahead.current = null;
  };
  useEffect(() => {
    // Once for each page that is opened, also where it is fetched anew for every change of an import.
    if (next === null || next === tried.current || savesData()) return undefined;
    return whenQuiet(
      () => dispatch(baseApi.util.getRunningQueriesThunk()).length > 0,
      () => {
        tried.current = next;
        const call = dispatch(fetchUsersAhead(JSON.parse(next) as ListUsersArg));
        ahead.current = { asked: next, abort: () => { call.abort(); } };
      },
    );
  }, [dispatch, next]);
  useEffect(() => {
    const stops = [realtime.on('users:changed', drop), realtime.onStatus(drop), drop];
    return () => {
      for (const stop of stops) stop();
    };
  }, [realtime]);

  return {
    take: (asked: string): boolean => {
      const isThere = ahead.current?.asked === asked;
      if (isThere) ahead.current = null;
      else drop();
      return isThere;
    },
  };
}
