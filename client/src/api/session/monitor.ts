import { serverNow } from '~/lib/clock';
import type { AppDispatch } from '~/lib/dispatch';

import { refreshSession } from '../reauth';
import { readClaims } from './claims';
import { decidesOnSession } from './decides';
import { leadWhenAlone } from './leader';
import { endSession, followEnd, takeUpStoredToken } from './lifecycle';
import { hearOtherTabs } from './otherTabs';
import { AUTH_TOKEN, LAST_ACTIVITY, lastActivity, storeActivity, storedAccessToken, storedRefreshToken } from './storage';

const MINUTE = 60_000;
const ACTIVE_WITHIN = 10 * MINUTE;
const EXPIRED_EARLY = 30_000;
const SHORTEST_WAIT = 30_000;
const NOTE_EVERY = 5_000;
const REASON_COMES_WITHIN = 200;

/** When to refresh a token that still has `remaining` milliseconds to live. */
export function refreshDelay(remaining: number): number {
  return Math.max(SHORTEST_WAIT, Math.min(remaining - 20 * MINUTE, remaining * 0.85));
}

function remainingLife(): number | null {
  const claims = readClaims(storedAccessToken());
  return claims === null ? null : claims.exp * 1000 - serverNow();
}

/**
 * The one session monitor of all tabs. The tab that leads refreshes the token while the person was active, in whichever
 * tab, in the last ten minutes; one skipped for inactivity happens at the next activity. A token found ended at load,
 * wake or input is refreshed once by the tab that finds it, and only a refusal ends the session. What another tab does
 * to the stored tokens is followed. Returns how to stop.
 */
export function startSessionMonitor(dispatch: AppDispatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leading = false;
  let owed = false;
  let notedAt = 0;

  const schedule = (): void => {
    clearTimeout(timer);
    owed = false;
    const remaining = remainingLife();
    if (leading && remaining !== null) timer = setTimeout(refreshIfActive, refreshDelay(remaining));
  };

  const refresh = async (): Promise<void> => {
    owed = false;
    const outcome = await refreshSession(storedAccessToken());
    if (outcome === 'refused') dispatch(endSession('expired'));
    if (outcome === 'refreshed') dispatch(takeUpStoredToken());
    schedule();
  };

  const refreshIfActive = (): void => {
    if (Date.now() - lastActivity() < ACTIVE_WITHIN) void refresh();
    else owed = true;
  };

  const refreshIfEnded = (): void => {
    const remaining = remainingLife();
    if (storedRefreshToken() === null) return;
    if (remaining === null || remaining < EXPIRED_EARLY) void refresh();
  };

  const onActivity = (event: Event): void => {
    if (decidesOnSession(event)) return;
    const now = Date.now();
    if (Math.abs(now - notedAt) < NOTE_EVERY || storedAccessToken() === null) return;
    notedAt = now;
    storeActivity(now);
    if (owed) void refresh();
    else refreshIfEnded();
  };

  const onWake = (): void => {
    if (document.visibilityState === 'visible') refreshIfEnded();
  };

  const onStorage = (event: StorageEvent): void => {
    if (event.key === LAST_ACTIVITY && owed) void refresh();
    // A null key is localStorage.clear().
    if (event.key !== AUTH_TOKEN && event.key !== null) return;
    schedule();
    if (storedAccessToken() !== null) dispatch(takeUpStoredToken());
    // Why it is over is about to be told; where nothing is, it was cleared by hand.
    else setTimeout(() => { dispatch(followEnd('logout')); }, REASON_COMES_WITHIN);
  };

  const activities = ['pointerdown', 'keydown', 'scroll'] as const;
  for (const name of activities) window.addEventListener(name, onActivity, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onWake);
  window.addEventListener('online', onWake);
  window.addEventListener('storage', onStorage);
  const stopHearing = hearOtherTabs((reason) => { dispatch(followEnd(reason)); });
  const standBack = leadWhenAlone(() => {
    leading = true;
    schedule();
  });
  refreshIfEnded();

  return () => {
    leading = false;
    clearTimeout(timer);
    standBack();
    stopHearing();
    for (const name of activities) window.removeEventListener(name, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', onWake);
    window.removeEventListener('online', onWake);
    window.removeEventListener('storage', onStorage);
  };
}
