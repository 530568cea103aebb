import { doubtClock, serverNow } from '~/lib/clock';
import type { AppDispatch } from '~/lib/dispatch';

import { hasExpired, readClaims } from './claims';
import { followClearedStorage, followEnd, hearOtherTabs, renewSession, syncTokenFromStorage } from './lifecycle';
import { AUTH_TOKEN, LAST_ACTIVITY, lastActivity, storeActivity, storedAccessToken, storedRefreshToken } from './storage';

const LOCK = 'waymark-session-leader';

/**
 * Calls `lead` in one tab at a time: in the next one when the leading tab is closed. Web Locks exist only in secure
 * contexts; elsewhere every tab leads, and the server gives all the same next token. Returns the function that resigns.
 */
export function leadWhenAlone(lead: () => void): () => void {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) {
    lead();
    return () => undefined;
  }
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  const leading = new Promise<void>((resolve) => {
    release = resolve;
  });
  const takeOver = (): Promise<void> => {
    lead();
    return leading;
  };
  // Rejected when it is aborted while waiting: then there is nothing to resign from.
  locks.request(LOCK, { signal: waiting.signal }, takeOver).catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}

const MINUTE = 60_000;
const ACTIVE_WITHIN = 10 * MINUTE;
const SHORTEST_WAIT = 30_000;
const NOTE_EVERY = 5_000;
const LOOK_EVERY = 30_000;
/** A timer may fire late; after sleep or a changed clock it is later than this. */
const JUMP = 90_000;

/** When to refresh a token that still has `remaining` milliseconds to live. */
export function refreshDelay(remaining: number): number {
  return Math.max(SHORTEST_WAIT, Math.min(remaining - 20 * MINUTE, remaining * 0.85));
}

/** Marks controls that decide about the session: touching them is no activity. */
export const DECIDES_ON_SESSION = { 'data-decides-on-session': true } as const;

function decidesOnSession({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-decides-on-session]') !== null;
}

function hasEnded(): boolean {
  return hasExpired(storedAccessToken());
}

/** From the token's whole lifetime, so that a token found at load or wake is due at the same time as one in an open tab. */
function isDue(): boolean {
  const claims = readClaims(storedAccessToken());
  if (claims === null || hasEnded()) return true;
  return serverNow() - claims.iat * 1000 >= refreshDelay((claims.exp - claims.iat) * 1000);
}

function wasActive(): boolean {
  return Math.abs(Date.now() - lastActivity()) < ACTIVE_WITHIN;
}

function noteActivity(): void {
  if (storedAccessToken() !== null) storeActivity(Date.now());
}

/**
 * The session monitor of all tabs. It checks whether the token is due at load, at wake, at every touch and every half
 * minute, by the server's clock, so that neither sleep nor a changed clock matters. The leading tab refreshes it if the
 * user was active in any tab in the last ten minutes; a load, a wake and a touch are activity and refresh a due token in
 * their own tab. Changes that other tabs make to the stored tokens are applied. Returns the function that stops it.
 */
export function startSessionMonitor(dispatch: AppDispatch): () => void {
  let leading = false;
  let notedAt = 0;
  let lookedAt = Date.now();

  const renewWhere = (isNeeded: boolean): void => {
    if (isNeeded && storedRefreshToken() !== null) void dispatch(renewSession(storedAccessToken()));
  };

  /** The known offset of the server's clock is no longer reliable: the next answer replaces it. */
  const hasJumped = (): boolean => {
    const now = Date.now();
    const jumped = Math.abs(now - lookedAt - LOOK_EVERY) > JUMP;
    lookedAt = now;
    if (jumped) doubtClock();
    return jumped;
  };
  const look = (): void => {
    const jumped = hasJumped();
    if (leading && wasActive()) renewWhere(jumped || isDue());
  };

  const onActivity = (event: Event): void => {
    if (decidesOnSession(event)) return;
    const now = Date.now();
    if (Math.abs(now - notedAt) < NOTE_EVERY || storedAccessToken() === null) return;
    notedAt = now;
    noteActivity();
    renewWhere(isDue());
  };

  const onWake = (): void => {
    if (document.visibilityState !== 'visible') return;
    noteActivity();
    renewWhere(hasJumped() || isDue());
  };
  const onOnline = (): void => {
    if (document.visibilityState === 'visible') renewWhere(hasEnded());
  };

  const onStorage = (event: StorageEvent): void => {
    if (event.key === LAST_ACTIVITY && leading) renewWhere(isDue());
    // A null key is localStorage.clear().
    if (event.key !== AUTH_TOKEN && event.key !== null) return;
    if (storedAccessToken() !== null) dispatch(syncTokenFromStorage());
    else dispatch(followClearedStorage());
  };

  const activities = ['pointerdown', 'keydown', 'scroll'] as const;
  for (const name of activities) window.addEventListener(name, onActivity, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onWake);
  window.addEventListener('online', onOnline);
  window.addEventListener('storage', onStorage);
  const stopHearing = hearOtherTabs((end, sid) => dispatch(followEnd(end, sid)));
  const standBack = leadWhenAlone(() => {
    leading = true;
    look();
  });
  const timer = setInterval(look, LOOK_EVERY);
  if (document.visibilityState === 'visible') noteActivity();
  renewWhere(document.visibilityState === 'visible' ? isDue() : hasEnded());

  return () => {
    leading = false;
    clearInterval(timer);
    standBack();
    stopHearing();
    for (const name of activities) window.removeEventListener(name, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', onWake);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('storage', onStorage);
  };
}
