import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';

import { isSameSession, type Renewal, renewTokens } from '../reauth';
import { readClaims } from './claims';
import { tellOtherTabs } from './otherTabs';
import { type EndReason, selectClaims, sessionEnded, type SessionState, signedIn, tokenRefreshed } from './slice';
import { clearStoredSession, storedAccessToken, storeSignIn, storeTokens } from './storage';

const REASON_COMES_WITHIN = 200;

export interface SignIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
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
 * The one way to another token: gets one in place of the token that was sent, and brings the store up to it. Only the
 * server's refusal ends the session, and only where it is still the one that is held: a logout elsewhere stands.
 */
export function renewSession(sent: string | null): Thunk<Promise<Renewal>> {
  return async (dispatch) => {
    const outcome = await renewTokens(sent);
    const held = storedAccessToken();
    if (outcome === 'unavailable') return outcome;
    if (outcome === 'over' && held === null && sent !== null) dispatch(followClearedStorage());
    else if (outcome === 'over' && isSameSession(held, sent)) dispatch(endSession('expired'));
    else dispatch(syncTokenFromStorage());
    return outcome;
  };
}

/** Takes a new access token, as extend-session gives it, unless its session has ended here while it was on its way. */
export function storeAccessToken(accessToken: string): Thunk {
  return (dispatch) => {
    const held = storedAccessToken();
    if (readClaims(accessToken) === null || held === null || !isSameSession(held, accessToken)) return;
    storeTokens({ accessToken });
    dispatch(syncTokenFromStorage());
  };
}

/** Brings the store up to the token in storage, which this tab or another has just written. */
export function syncTokenFromStorage(): Thunk {
  return (dispatch) => {
    const claims = readClaims(storedAccessToken());
    if (claims !== null) dispatch(tokenRefreshed(claims));
  };
}

/** Ends the session in this browser: storage first, so that other tabs follow. */
export function endSession(reason: EndReason): Thunk {
  return (dispatch) => {
    const sid = readClaims(storedAccessToken())?.sid;
    clearStoredSession({ drafts: reason === 'logout' });
    tellOtherTabs(reason, sid);
    dispatch(sessionEnded(reason));
  };
}

/**
 * Ends it here because another tab has, unless a newer session has begun since. A token of the ended one that is still
 * stored was written by a call that was on its way.
 */
export function followEnd(reason: EndReason, sid?: string): Thunk {
  return (dispatch, getState) => {
    const held = storedAccessToken();
    // What is kept for a reason that came first is not cleared by one that comes after it.
    if (held === null && selectClaims(getState() as { session: SessionState }) === null) return;
    if (held !== null && (sid === undefined || readClaims(held)?.sid !== sid)) return;
    clearStoredSession({ drafts: reason === 'logout' });
    dispatch(sessionEnded(reason));
  };
}

/** The stored session is gone: the tab that has ended it is about to say why; where none does, it was cleared by hand. */
export function followClearedStorage(): Thunk {
  return (dispatch) => {
    setTimeout(() => {
      dispatch(followEnd('logout'));
    }, REASON_COMES_WITHIN);
  };
}
