import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for every render, for rows that are memoized; it calls the last one that was given. */
export function useStable<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
