import { useSearchParams } from 'react-router';

import { useChanges } from '~/realtime/extra';
import type { Refetch } from '~/realtime/fetchAnew';

import { usersApi } from '../api';

/** What is read of a person is read anew whenever it comes on screen. */
export const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** Many changes of one person in a row lead to one fetch in this time. */
const PAUSE = 2_000;

/** The answer of a query about a person, which is fetched anew when that person has changed. */
export function useFollowed<Answer extends { readonly refetch: Refetch }>(userId: string, answer: Answer): Answer {
  useChanges({
    events: ['users:changed'],
    concerns: ({ ids }) => ids.length === 0 || ids.includes(userId),
    pause: PAUSE,
    refetch: answer.refetch,
  });
  return answer;
}

/** One person as the server has it, followed while it is shown. */
export function usePerson(userId: string) {
  const answer = useFollowed(userId, usersApi.useGetPersonQuery({ userId }, FRESH));
  return { ...answer, data: answer.currentData };
}

const NAME = 'person';

/** The element that opens a person's panel, and has the focus again once the panel is closed. */
export const personLinkId = (userId: string) => `person-${userId}`;

export const personPage = (userId: string) => `/dashboard/users/people/${encodeURIComponent(userId)}`;

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
    close: () => setParams(searchOf(null), { replace: true, preventScrollReset: true }),
  };
}
