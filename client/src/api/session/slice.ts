import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

import { isProfile, type Profile } from '~/lib/profiles';

import { type Claims, readClaims } from './claims';
import { storedAccessToken, storedRefreshToken } from './storage';

export const END_REASONS = ['logout', 'expired', 'revoked', 'deleted', 'deactivated', 'password_reset', 'token_reuse', 'sso_logout', 'idle', 'lifetime', 'suspended'] as const;

export type EndReason = (typeof END_REASONS)[number];

/** Why a session has ended; `limit` is the company's: minutes of `idle`, days of `lifetime`. */
export interface SessionEnd {
  readonly reason: EndReason;
  readonly limit?: number | undefined;
}

export interface SessionState {
  readonly claims: Claims | null;
  /** Null on a first visit. */
  readonly ended: SessionEnd | null;
  /** The company demands a second factor, and this session has proved none: only the profile page is answered. */
  readonly lacksFactor: boolean;
}

/** Tokens of an earlier visit are used again; the monitor refreshes an expired access token at once. */
function initialState(): SessionState {
  return { claims: storedRefreshToken() === null ? null : readClaims(storedAccessToken()), ended: null, lacksFactor: false };
}

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (_state, action: PayloadAction<Claims>) => ({ claims: action.payload, ended: null, lacksFactor: false }),
    tokenRefreshed: (state, action: PayloadAction<Claims>) => ({ ...state, claims: action.payload, ended: null }),
    factorDemanded: (state) => ({ ...state, lacksFactor: true }),
    sessionEnded: (state, action: PayloadAction<SessionEnd>) => ({
      claims: null,
      ended: state.claims === null ? state.ended : action.payload,
      lacksFactor: false,
    }),
  },
  selectors: {
    selectClaims: (state) => state.claims,
    selectEnd: (state) => state.ended,
    selectLacksFactor: (state) => state.lacksFactor,
  },
});

export const { signedIn, tokenRefreshed, factorDemanded, sessionEnded } = sessionSlice.actions;
export const { selectClaims, selectEnd, selectLacksFactor } = sessionSlice.selectors;
export default sessionSlice;

export function useClaims(): Claims | null {
  return useSelector(selectClaims);
}

export function useHasProfile(anyOf: readonly Profile[]): boolean {
  const profile = useClaims()?.profile;
  return isProfile(profile) && anyOf.includes(profile);
}
