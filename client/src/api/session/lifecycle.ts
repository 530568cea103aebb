import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';

import { openChannel } from '~/lib/otherTabs';

import { isSameSession, type Renewal, renewTokens } from '../reauth';
import { readClaims } from './claims';
import { END_REASONS, type EndReason, selectClaims, sessionEnded, type SessionEnd, type SessionState, signedIn, tokenRefreshed } from './slice';
import { clearStoredSession, type StoredUser, storedAccessToken, storeSignIn, storeTokens } from './storage';

/**
 * The tabs tell each other on it why the session has ended. That it has ended they also see in storage, which cannot tell
 * a logout, which also removes unsaved forms, from any other end.
 */
const tabs = openChannel('waymark-session');

const messageSchema = z.object({ ended: z.enum(END_REASONS), limit: z.optional(z.number()), sid: z.optional(z.string()) });

/** Follows the ends that other tabs publish. Returns the function that stops it. */
export function hearOtherTabs(onEnded: (end: SessionEnd, sid: string | undefined) => void): () => void {
  return tabs.hear((data) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onEnded({ reason: message.data.ended, limit: message.data.limit }, message.data.sid);
  });
}

const REASON_COMES_WITHIN = 200;

interface SignIn extends StoredUser {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Thunk<Result = void> = ThunkAction<Result, unknown, unknown, UnknownAction>;

/** Stores a fresh sign-in. False when the token cannot be read: then nothing is stored. */
export function startSession(signIn: SignIn): Thunk<boolean> {
  return (dispatch) => {
    const claims = readClaims(signIn.accessToken);
    if (claims === null) return false;
    storeSignIn(signIn, Date.now());
    storeTokens(signIn);
    dispatch(signedIn(claims));
    return true;
  };
}

/**
 * Replaces the token that was sent and updates the store. Only the server's refusal ends the session, and only while it
 * is the stored one: a logout elsewhere is not undone.
 */
export function renewSession(sent: string | null): Thunk<Promise<Exclude<Renewal, SessionEnd>>> {
  return async (dispatch) => {
    const outcome = await renewTokens(sent);
    const held = storedAccessToken();
    if (outcome === 'unavailable') return outcome;
    const end = typeof outcome === 'object' ? outcome : ({ reason: 'expired' } as const);
    if (outcome === 'renewed') dispatch(syncTokenFromStorage());
    else if (held === null && sent !== null) dispatch(followClearedStorage());
    else if (isSameSession(held, sent)) dispatch(endSession(end.reason, end.limit));
    else dispatch(syncTokenFromStorage());
    return outcome === 'renewed' ? outcome : 'over';
  };
}

/** Stores a new access token, such as that of extend-session, unless its session has ended here meanwhile. */
export function storeAccessToken(accessToken: string): Thunk {
  return (dispatch) => {
    const held = storedAccessToken();
    if (readClaims(accessToken) === null || held === null || !isSameSession(held, accessToken)) return;
    storeTokens({ accessToken });
    dispatch(syncTokenFromStorage());
  };
}

/** Updates the store from the token in storage, which this tab or another has just written. */
export function syncTokenFromStorage(): Thunk {
  return (dispatch) => {
    const claims = readClaims(storedAccessToken());
    if (claims !== null) dispatch(tokenRefreshed(claims));
  };
}

/** Ends the session in this browser: storage first, so that other tabs follow. */
export function endSession(reason: EndReason, limit?: number | null): Thunk {
  return (dispatch) => {
    const sid = readClaims(storedAccessToken())?.sid;
    const end = { reason, limit: limit ?? undefined };
    clearStoredSession({ drafts: reason === 'logout' });
    tabs.tell({ ended: reason, limit: end.limit, sid });
    dispatch(sessionEnded(end));
  };
}

/**
 * Ends the session here because another tab has, unless a newer one has begun since. A stored token of the ended session
 * was written by a pending call.
 */
export function followEnd(end: SessionEnd, sid?: string): Thunk {
  return (dispatch, getState) => {
    const held = storedAccessToken();
    // The first reason counts: a later one does not clear what it keeps.
    if (held === null && selectClaims(getState() as { session: SessionState }) === null) return;
    if (held !== null && (sid === undefined || readClaims(held)?.sid !== sid)) return;
    clearStoredSession({ drafts: end.reason === 'logout' });
    dispatch(sessionEnded(end));
  };
}

/** The stored session was removed: the tab that ended it publishes the reason; without one it was cleared by hand. */
export function followClearedStorage(): Thunk {
  return (dispatch) => {
    setTimeout(() => dispatch(followEnd({ reason: 'logout' })), REASON_COMES_WITHIN);
  };
}
