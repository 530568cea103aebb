import { useEffect, useReducer } from 'react';

/**
 * The server's clock, derived from answers with `serverTime`, so that a wrong browser clock moves no countdown.
 * The offset is the server's time minus the middle of the request, in milliseconds.
 */
let offset = 0;
let uncertainty = Number.POSITIVE_INFINITY;
let observedAt = 0;

const STALE_AFTER = 10 * 60_000;

interface Exchange {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Keeps the observation with the shortest round trip, and any one after ten minutes: clocks drift. */
export function observeServerTime(serverTime: string, { sentAt, receivedAt }: Exchange): void {
  const observed = Date.parse(serverTime);
  if (Number.isNaN(observed)) return;
  const roundTrip = Math.max(receivedAt - sentAt, 0);
  const stale = receivedAt - observedAt > STALE_AFTER || receivedAt < observedAt;
  if (roundTrip > uncertainty && !stale) return;
  offset = observed - (sentAt + receivedAt) / 2;
  uncertainty = roundTrip;
  observedAt = receivedAt;
}

/** Milliseconds since the epoch, by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Whole seconds, rounded up, until an instant of the server's; never negative; 0 for null. */
export function secondsUntil(instant: string | number | null | undefined): number {
  if (instant === null || instant === undefined) return 0;
  const at = typeof instant === 'number' ? instant : Date.parse(instant);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - serverNow()) / 1000));
}

/** The browser's clock may have been set: the next observation counts, however long it took. */
export function doubtClock(): void {
  uncertainty = Number.POSITIVE_INFINITY;
}

export function resetClock(): void {
  offset = 0;
  uncertainty = Number.POSITIVE_INFINITY;
  observedAt = 0;
}

/** Counts down to an instant by the server's clock, once a second; 0 when it is null or past. */
export function useSecondsUntil(instant: string | number | null | undefined): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);

  useEffect(() => {
    if (secondsUntil(instant) === 0) return undefined;
    const timer = setInterval(() => {
      lookAgain();
      if (secondsUntil(instant) === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [instant]);

  return secondsUntil(instant);
}
