import { startOwnProfile } from '~/api/profile';
import { hasExpired } from '~/api/session/claims';
import { renewSession } from '~/api/session/lifecycle';
import { selectClaims, selectLacksFactor } from '~/api/session/slice';
import { storedAccessToken } from '~/api/session/storage';
import { startSummary } from '~/features/dashboard/api';
import { startImportHistory } from '~/features/imports/api';
import { isProfile, USER_MANAGERS } from '~/lib/profiles';

import type { AppStore } from './store';

/**
 * Makes the calls of a dashboard, as far as the claims tell which. The page makes those that are still missing, and shows
 * what has failed.
 */
export function startDashboard(store: AppStore): void {
  const state = store.getState();
  const claims = selectClaims(state);
  if (claims === null || selectLacksFactor(state)) return;
  const { profile, authorities } = claims;
  const held = storedAccessToken();
  // The calls wait for its successor.
  if (hasExpired(held)) void store.dispatch(renewSession(held));
  void store.dispatch(startOwnProfile());
  if (isProfile(profile) && USER_MANAGERS.includes(profile)) void store.dispatch(startSummary());
  if (authorities.includes('user.create')) void store.dispatch(startImportHistory());
}
