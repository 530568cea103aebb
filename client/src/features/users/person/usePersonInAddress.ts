import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

import { throttle } from '~/lib/throttle';
import { useRealtime } from '~/realtime/extra';

import { useGetPersonQuery } from '../api';

/** One person as the server has it, followed while it is shown. */
export function usePerson(userId: string) {
  const answer = useGetPersonQuery({ userId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useFollowedPerson(userId, answer.refetch);
  return { ...answer, data: answer.currentData };
}

/** Many changes of one person in a row lead to one fetch in this time. */
const PAUSE = 2_000;

/** Fetches anew when this person has changed, and after a gap in the connection in which that may have been missed. */
export function useFollowedPerson(userId: string, refetch: () => unknown): void {
  const realtime = useRealtime();
  const fetchAnew = useEffectEvent(() => refetch());
  useEffect(() => {
    let asOf = performance.now();
    const throttled = throttle(PAUSE, () => {
      asOf = performance.now();
      fetchAnew();
    });
    const stops = [
      realtime.on('users:changed', ({ ids }) => {
        if (ids.length === 0 || ids.includes(userId)) throttled.call();
      }),
      realtime.onStanding((quietSince) => {
        if (asOf < quietSince) throttled.call();
      }),
      throttled.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [realtime, userId]);
}

const NAME = 'person';

/** The element that opens a person's panel, and has the focus again once the panel is closed. */
export const personLinkId = (userId: string) => `person-${userId}`;

export const personPage = (userId: string) => `/dashboard/users/people/${encodeURIComponent(userId)}`;

/** The person whose panel is open, as the address says. */
export function usePersonInAddress() {
  const [params, setParams] = useSearchParams();
  const searchOf = (userId: string | null) => {
    const next = new URLSearchParams(params);
    next.delete(NAME);
    if (userId !== null) next.set(NAME, userId);
    return next;
  };
  return {
    openId: params.get(NAME),
    /** The search of the address that opens it. */
    searchOf: (userId: string) => `?${searchOf(userId).toString()}`,
    open: (userId: string) => setParams(searchOf(userId), { preventScrollReset: true }),
    close: () => setParams(searchOf(null), { replace: true, preventScrollReset: true }),
  };
}
