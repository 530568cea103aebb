import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { baseApi } from '~/api/baseApi';
import { useAccountLocale } from '~/api/profile';
import type { EventPayload } from '~/api/generated/liveEvents';
import { readClaims } from '~/api/session/claims';
import { endSession, renewSession, syncTokenFromStorage } from '~/api/session/lifecycle';
import { useClaims, useHasProfile } from '~/api/session/slice';
import { lastActivity, storedAccessToken } from '~/api/session/storage';
import { NotificationBell } from '~/features/notifications/components/NotificationBell';
import { ShellLayout } from '~/features/shell/ShellLayout';
import { serverNow } from '~/lib/clock';
import { type AppDispatch, useAppDispatch } from '~/lib/dispatch';
import { loadMessages } from '~/lib/language';
import { labelOf, PANELISTS, TRAINING_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { useRealtime } from '~/realtime/extra';
import { lazyChunk } from '~/ui/lazyChunk';
import { PageSpinner } from '~/ui/PageShell';
import { useToasts } from '~/ui/toasts/slice';

const ACTIVE_WITHIN = 10 * 60_000;

/** An expired token does not end the session: an active tab renews it now, an idle one when the user comes back. */
async function renewIfActive(dispatch: AppDispatch): Promise<void> {
  if (Date.now() - lastActivity() <= ACTIVE_WITHIN) await dispatch(renewSession(storedAccessToken()));
}

/**
 * The company has tightened its policy, and the session ends before its token: the next one ends with it, so that the
 * warning comes in time. The renewal is no activity.
 */
async function renewIfShortened(dispatch: AppDispatch, state: EventPayload<'session:state'>): Promise<void> {
  const tokenEnds = readClaims(storedAccessToken())?.exp;
  const isShortened = tokenEnds !== undefined && Date.parse(state.idleExpiresAt) < tokenEnds * 1000;
  if (isShortened) await dispatch(renewSession(storedAccessToken()));
}

/** An unexpired token was refused: the session may have ended before the connection was notified. */
async function renewIfRefusedEarly(dispatch: AppDispatch): Promise<void> {
  const ends = readClaims(storedAccessToken())?.exp ?? 0;
  if (ends * 1000 > serverNow()) await dispatch(renewSession(storedAccessToken()));
}

/** Keeps the connection up while a user is logged in, with the current token; logs out when the server ends the session. */
function useLiveSession(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const claims = useClaims();
  const userId = claims?.userId;
  const tokenEnds = claims?.exp;

  useEffect(() => {
    if (userId === undefined) return undefined;
    const stops = [
      realtime.on('session:ended', ({ reason, limit }) => dispatch(endSession(reason, limit))),
      realtime.on('session:state', (state) => void renewIfShortened(dispatch, state)),
      realtime.on('session:expired', () => void renewIfActive(dispatch)),
      realtime.onNotSignedIn(() => void renewIfRefusedEarly(dispatch)),
      // Another tab may have stored a token while this one was not awake.
      realtime.onStatus(() => {
        if (realtime.connected) dispatch(syncTokenFromStorage());
      }),
      realtime.hold(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch, realtime, userId]);

  useEffect(() => {
    if (tokenEnds !== undefined) realtime.authenticate();
  }, [realtime, tokenEnds]);
}

type Access = EventPayload<'session:changed'>;

const SHOWN_FOR = 6_000;
const TRIED_AGAIN_AFTER = 5_000;
/** A refresh that was under way may have read the account just before the change. */
const TRIES = 2;

function isHeld({ role, profile }: Access): boolean {
  const claims = readClaims(storedAccessToken());
  return claims === null || (claims.role === role && (claims.profile ?? null) === profile);
}

/** Gets a token with the new rights, unless another tab has one. False when the server did not answer. */
async function syncAccess(dispatch: AppDispatch, access: Access): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES && !isHeld(access); attempt += 1) {
    if ((await dispatch(renewSession(storedAccessToken()))) === 'unavailable') return false;
  }
  dispatch(syncTokenFromStorage());
  return true;
}

/** Asks for the token of a change that is announced, until it has it. */
function useAnnouncedChanges(): void {
  const dispatch = useAppDispatch();
  const realtime = useRealtime();

  useEffect(() => {
    let newest: Access | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const follow = async (access: Access): Promise<void> => {
      clearTimeout(again);
      newest = access;
      if ((await syncAccess(dispatch, access)) || newest !== access) return;
      again = setTimeout(() => void follow(access), TRIED_AGAIN_AFTER);
    };
    const stop = realtime.on('session:changed', (access) => void follow(access));
    return () => {
      newest = null;
      clearTimeout(again);
      stop();
    };
  }, [dispatch, realtime]);
}

/**
 * An administrator has changed what this user may do: menus and pages follow at once, and a toast says so. Whatever
 * brought the token (the announcement, an extension, another tab), its claims are what counts.
 */
export function useAccessChanges(): void {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const navigate = useNavigate();
  const claims = useClaims();
  const followed = useRef(claims);
  useAnnouncedChanges();

  useEffect(() => {
    const before = followed.current;
    followed.current = claims;
    if (claims === null || before?.userId !== claims.userId) return;
    const { role = null, profile = null } = claims;
    if (role === (before.role ?? null) && profile === (before.profile ?? null)) return;
    // Data that was fetched with other rights is refetched.
    dispatch(baseApi.util.invalidateTags(['Profile', 'User', 'Dashboard', 'Import', 'Audit']));
    const label = profile === null ? t`Applicant` : labelOf('profile', profile);
    const held = labelOf('role', role ?? 'APPLICANT');
    const position = held === label ? label : `${label} (${held})`;
    if ((before.profile ?? null) === null) toasts.success(t`Welcome! Your application was accepted. You are now ${position}.`);
    else toasts.info(t`Your access has changed. You are now ${position}.`, SHOWN_FOR);
    // An applicant's portal is left for the dashboard.
    if (claims.redirectTo !== before.redirectTo) void navigate(claims.redirectTo, { replace: true });
  }, [claims, dispatch, navigate, toasts]);
}

/** What only those need who manage people comes behind the first view. */
const Trays = lazyChunk(() => import('./Running'), (module) => module.Trays);

/** Marks that are not sent go out from any page. */
const Outbox = lazyChunk(() => import('~/features/training/marking/Outbox'), (module) => module.Outbox, { loadTexts: () => loadMessages('app') });

/** So do scores. */
const ScoreOutbox = lazyChunk(() => import('./Interviews'), (module) => module.ScoreOutbox, { loadTexts: () => loadMessages('app') });

function LiveFrame() {
  useLiveSession();
  useAccessChanges();
  return (
    <ShellLayout
      tray={
        <>
          {useHasProfile(USER_MANAGERS) && <Trays />}
          {useHasProfile(TRAINING_PROFILES) && <Outbox />}
          {useHasProfile(PANELISTS) && <ScoreOutbox />}
          <NotificationBell />
        </>
      }
    />
  );
}

export function DashboardFrame() {
  return useAccountLocale() ? <LiveFrame /> : <PageSpinner />;
}
