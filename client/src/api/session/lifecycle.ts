import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';

import { readClaims } from './claims';
import { tellOtherTabs } from './otherTabs';
import { type EndReason, sessionEnded, signedIn, tokenRefreshed } from './slice';
import { clearStoredSession, storedAccessToken, storeSignIn, storeTokens } from './storage';

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

/** Takes a new access token of the same session, as extend-session gives it. */
export function takeUpAccessToken(accessToken: string): Thunk {
  return (dispatch) => {
    if (readClaims(accessToken) === null) return;
    storeTokens({ accessToken });
    dispatch(takeUpStoredToken());
  };
}

/** Brings the store up to the token in storage, which this tab or another has just written. */
export function takeUpStoredToken(): Thunk {
  return (dispatch) => {
    const claims = readClaims(storedAccessToken());
    if (claims !== null) dispatch(tokenRefreshed(claims));
  };
}

/** Ends the session in this browser: storage first, so that other tabs follow. */
export function endSession(reason: EndReason): Thunk {
  return (dispatch) => {
    clearStoredSession({ drafts: reason === 'logout' });
    tellOtherTabs(reason);
    dispatch(sessionEnded(reason));
  };
}

/** Ends it here because another tab has; unless somebody has signed in since. */
export function followEnd(reason: EndReason): Thunk {
  return (dispatch) => {
    if (storedAccessToken() !== null) return;
    clearStoredSession({ drafts: reason === 'logout' });
    dispatch(sessionEnded(reason));
  };
}
