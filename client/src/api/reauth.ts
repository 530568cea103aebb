import * as z from 'zod/mini';

import { observeServerTime } from '~/lib/clock';

import { storedAccessToken, storedRefreshToken, storeTokens } from './session/storage';

/**
 * refreshed: a token other than the one sent is now held; refused: the session is over;
 * unavailable: the server could not be asked, the session may well live on.
 */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unavailable';

const answerSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  serverTime: z.string(),
});

const TIME_LIMIT = 4_000;
const LOCK = 'waymark-refresh';
const STORAGE_DELAY = 150;

let inFlight: Promise<RefreshOutcome> | null = null;
let refusedToken: string | null = null;

async function ask(refreshToken: string): Promise<RefreshOutcome> {
  const sentAt = Date.now();
  const response = await fetch(new URL('/api/v1/auth/refresh-token', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    signal: AbortSignal.timeout(TIME_LIMIT),
  });
  if (response.status === 429 || response.status >= 500) return 'unavailable';
  if (!response.ok) return 'refused';
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success) return 'unavailable';
  observeServerTime(answer.data.serverTime, { sentAt, receivedAt: Date.now() });
  // Somebody signed out, or in as another, while the answer was on its way: theirs stands.
  if (storedRefreshToken() !== refreshToken) return storedAccessToken() === null ? 'refused' : 'refreshed';
  storeTokens(answer.data);
  return 'refreshed';
}

async function askTwice(refreshToken: string): Promise<RefreshOutcome> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const outcome = await ask(refreshToken);
      if (outcome !== 'unavailable') return outcome;
    } catch {
      // No answer in time, or no network: the repeat gets the same successor from the server.
    }
  }
  return 'unavailable';
}

async function refreshUnlessDone(sent: string | null): Promise<RefreshOutcome> {
  const held = storedAccessToken();
  if (held !== null && held !== sent) return 'refreshed';
  const refreshToken = storedRefreshToken();
  return refreshToken === null ? 'refused' : askTwice(refreshToken);
}

function acrossTabs(work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  // Web Locks exist only in secure contexts; elsewhere the server's derived successor keeps two tabs alike.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    const workAndWait = async (): Promise<void> => {
      resolve(await work());
      // The next tab may come in sooner than what was stored: it would not see that the work is done.
      await new Promise((done) => setTimeout(done, STORAGE_DELAY));
    };
    locks.request(LOCK, workAndWait).catch(reject);
  });
}

/**
 * Makes sure that a token other than the one that was sent is held. A stale refusal that comes late costs no call;
 * callers at the same time share one call, in this tab and in all others.
 */
export function refreshSession(sent: string | null): Promise<RefreshOutcome> {
  const held = storedAccessToken();
  if (held !== null && held !== sent) return Promise.resolve('refreshed');
  inFlight ??= acrossTabs(() => refreshUnlessDone(sent)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

/** The same, for a token that a call was refused with. */
export function replaceRefused(sent: string): Promise<RefreshOutcome> {
  refusedToken = sent;
  return refreshSession(sent);
}

/** The token to send. While one that was refused is being replaced, calls wait instead of being refused as well. */
export async function bearerToSend(): Promise<string | null> {
  const held = storedAccessToken();
  if (held === null || held !== refusedToken || inFlight === null) return held;
  await inFlight;
  return storedAccessToken();
}
