import * as z from 'zod/mini';

import { observeServerTime } from '~/lib/clock';

import { hasExpired, readClaims } from './session/claims';
import type { SessionEnd } from './session/slice';
import { lastActivity, storedAccessToken, storedRefreshToken, storeTokens } from './session/storage';

/**
 * renewed: another token of the same session is stored; over: that session has ended or was replaced, or an end by a limit
 * of the company; unavailable: the server did not answer, the session may still be valid.
 */
export type Renewal = 'renewed' | 'over' | 'unavailable' | SessionEnd;

const answerSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  serverTime: z.string(),
});

const limitSchema = z.object({ reason: z.enum(['idle', 'lifetime']), limit: z.number() });

const YEAR = 366 * 86_400;
const TIME_LIMIT = 4_000;
const LOCK = 'waymark-refresh';
/** Longer than two requests take: a tab that is frozen with the lock blocks the others no longer than this. */
const LOCK_LIMIT = 10_000;
const STORAGE_DELAY = 150;
const UNAUTHORIZED = 401;

let inFlight: Promise<Renewal> | null = null;
let refusedToken: string | null = null;
const watchers = new Set<() => void>();

export function isSameSession(one: string | null, other: string | null): boolean {
  return readClaims(one)?.sid === readClaims(other)?.sid;
}

/** The outcome of a renewal elsewhere, from the stored token; null while that is the token that was sent. */
function renewalElsewhere(sent: string | null): Renewal | null {
  const held = storedAccessToken();
  if (held === sent || held === null) return null;
  return sent === null || isSameSession(held, sent) ? 'renewed' : 'over';
}

/** The same once another refresh token is stored: a tab stores it just before its access token. */
function renewalBeside(sent: string | null): Renewal {
  return storedAccessToken() === null ? 'over' : (renewalElsewhere(sent) ?? 'renewed');
}

/** How long ago the user did something in any tab: a renewal that a page makes by itself is no activity. */
function inactiveSeconds(): number {
  return Math.min(Math.max(Math.floor((Date.now() - lastActivity()) / 1000), 0), YEAR);
}

/** Which limit of the company has ended the session, if one has. */
async function readEnd(response: Response): Promise<Renewal> {
  const limit = limitSchema.safeParse(await response.json().catch(() => undefined));
  return limit.success ? limit.data : 'over';
}

async function ask(refreshToken: string, sent: string | null): Promise<Renewal> {
  const sentAt = Date.now();
  const response = await fetch(new URL('/api/v1/auth/refresh-token', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken, inactiveSeconds: inactiveSeconds() }),
    signal: AbortSignal.timeout(TIME_LIMIT),
  });
  // The session was ended or replaced meanwhile: the answer no longer counts.
  if (storedRefreshToken() !== refreshToken) return renewalBeside(sent);
  if (response.status === UNAUTHORIZED) return readEnd(response);
  if (!response.ok) return 'unavailable';
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success) return 'unavailable';
  observeServerTime(answer.data.serverTime, { sentAt, receivedAt: Date.now() });
  if (storedRefreshToken() !== refreshToken) return renewalBeside(sent);
  storeTokens(answer.data);
  return 'renewed';
}

async function askTwice(refreshToken: string, sent: string | null): Promise<Renewal> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const outcome = await ask(refreshToken, sent);
      if (outcome !== 'unavailable') return outcome;
    } catch {
      // No answer in time, or no network: the repeat gets the same successor from the server.
    }
  }
  return 'unavailable';
}

async function renewUnlessDone(sent: string | null): Promise<Renewal> {
  const elsewhere = renewalElsewhere(sent);
  if (elsewhere !== null) return elsewhere;
  const refreshToken = storedRefreshToken();
  return refreshToken === null ? 'over' : askTwice(refreshToken, sent);
}

function acrossTabs(work: () => Promise<Renewal>): Promise<Renewal> {
  // Web Locks exist only in secure contexts; elsewhere the server's derived successor keeps two tabs alike.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    const limit = setTimeout(() => waiting.abort(), LOCK_LIMIT);
    const workAndWait = async (): Promise<void> => {
      clearTimeout(limit);
      resolve(await work());
      // Storage may reach the next tab later than the lock: it would renew again.
      await new Promise((done) => setTimeout(done, STORAGE_DELAY));
    };
    locks.request(LOCK, { signal: waiting.signal }, workAndWait).catch((error: unknown) => {
      if (waiting.signal.aborted) work().then(resolve, reject);
      else reject(error instanceof Error ? error : new Error('The lock could not be acquired.'));
    });
  });
}

function setInFlight(renewal: Promise<Renewal> | null): void {
  inFlight = renewal;
  for (const watcher of [...watchers]) watcher();
}

/**
 * Replaces the token that was sent by another one of the same session. A late 401 of a replaced token causes no request;
 * concurrent callers share one request, in this tab and across tabs.
 */
export function renewTokens(sent: string | null): Promise<Renewal> {
  const elsewhere = renewalElsewhere(sent);
  if (elsewhere !== null) return Promise.resolve(elsewhere);
  if (inFlight !== null) return inFlight;
  const renewal = acrossTabs(() => renewUnlessDone(sent)).finally(() => setInFlight(null));
  setInFlight(renewal);
  return renewal;
}

/** After a 401 other calls with this token wait for its replacement. */
export function noteRefused(sent: string): void {
  refusedToken = sent;
}

/** The token to send: while one that the server refuses is replaced, the next one. */
export async function bearerToSend(): Promise<string | null> {
  const held = storedAccessToken();
  if (held === null || inFlight === null || (held !== refusedToken && !hasExpired(held))) return held;
  await inFlight;
  return storedAccessToken();
}

export function isRenewing(): boolean {
  return inFlight !== null;
}

export function onRenewing(handler: () => void): () => void {
  watchers.add(handler);
  return () => void watchers.delete(handler);
}
