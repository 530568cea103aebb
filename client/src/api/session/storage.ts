import { REGION } from '~/lib/region';
import { readItem, removeItem, removeItemsWithPrefix, writeItem } from '~/lib/storage';

export const AUTH_TOKEN = 'authToken';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'user';
export const LAST_ACTIVITY = 'lastActivity';
const LOGIN_TIMESTAMP = 'loginTimestamp';

/** Unsaved forms live in sessionStorage under keys with this prefix. */
export const DRAFT_PREFIX = 'draft:';

export interface StoredUser {
  readonly userId: string;
  readonly email: string | null;
  readonly fullName: string;
}

export function storedAccessToken(): string | null {
  return readItem('localStorage', AUTH_TOKEN);
}

export function storedRefreshToken(): string | null {
  return readItem('localStorage', REFRESH_TOKEN);
}

export function storeTokens(tokens: { accessToken: string; refreshToken?: string | undefined }): void {
  if (tokens.refreshToken !== undefined) writeItem('localStorage', REFRESH_TOKEN, tokens.refreshToken);
  // Last: other tabs wake at this key and must then find the rest in place.
  writeItem('localStorage', AUTH_TOKEN, tokens.accessToken);
}

export function storeSignIn(user: StoredUser, at: number): void {
  const { userId, email, fullName } = user;
  writeItem('localStorage', USER, JSON.stringify({ userId, email, fullName }));
  writeItem('localStorage', LOGIN_TIMESTAMP, String(at));
  writeItem('localStorage', LAST_ACTIVITY, String(at));
}

export function storeActivity(at: number): void {
  writeItem('localStorage', LAST_ACTIVITY, String(at));
}

export function lastActivity(): number {
  const stored = Number(readItem('localStorage', LAST_ACTIVITY));
  return Number.isFinite(stored) ? stored : 0;
}

/** The keys that a logout removes: not the theme, not the remembered device; drafts only after the user's own logout. */
export function clearStoredSession({ drafts }: { drafts: boolean }): void {
  for (const key of [REGION, REFRESH_TOKEN, USER, LAST_ACTIVITY, LOGIN_TIMESTAMP, AUTH_TOKEN]) removeItem('localStorage', key);
  if (drafts) removeItemsWithPrefix('sessionStorage', DRAFT_PREFIX);
}
