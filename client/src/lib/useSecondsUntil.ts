import { useEffect, useReducer } from 'react';

import { secondsUntil } from './clock';

/** Counts down to an instant by the server's clock, once a second; 0 when it is null or past. */
export function useSecondsUntil(instant: string | number | null | undefined): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);

  useEffect(() => {
    if (secondsUntil(instant) === 0) return undefined;
    const timer = setInterval(() => {
      lookAgain();
      if (secondsUntil(instant) === 0) clearInterval(timer);
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [instant]);

  return secondsUntil(instant);
}
