import { useSearchParams } from 'react-router';

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
    open: (userId: string) => {
      setParams(searchOf(userId), { preventScrollReset: true });
    },
    close: () => {
      setParams(searchOf(null), { replace: true, preventScrollReset: true });
    },
  };
}
