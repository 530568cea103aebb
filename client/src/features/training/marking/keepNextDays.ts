import { dropRoster, keepRoster, keptRosters } from '~/api/sheets/kept';
import { trainingApi } from '~/api/training';
import type { AppDispatch } from '~/lib/dispatch';
import { serverNow } from '~/lib/clock';
import { dayOfMoment } from '~/lib/format';
import { loadMessages } from '~/lib/language';
import { loadChunk } from '~/lib/loadChunk';

const DAY = 24 * 3_600_000;
/** Sessions of two days for which one account is a trainer, at most. */
const MOST_SESSIONS = 30;
const FRESH = { subscribe: false, forceRefetch: true } as const;

/** The first and the last day of those whose rosters a device keeps. */
export function keptDays(now = serverNow()): readonly [string, string] {
  return [dayOfMoment(new Date(now)), dayOfMoment(new Date(now + DAY))];
}

/** The files of the application pass through the service worker, which keeps them: also those that came before it. */
async function keepFiles(): Promise<void> {
  await Promise.all([loadChunk(() => import('./MarkingPage')), loadChunk(() => import('../pages/TrainingPage')), loadMessages('app')]);
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const own = files.filter((name) => name.startsWith(`${window.location.origin}/assets/`));
  await Promise.allSettled(own.map((file) => fetch(file)));
}

/**
 * Keeps the rosters of a trainer's sessions of today and tomorrow; those of sessions that are no longer theirs go. False
 * where something could not be fetched.
 */
export async function keepNextDays(dispatch: AppDispatch, by: string, isWanted: () => boolean): Promise<boolean> {
  const [from, to] = keptDays();
  const { data } = await dispatch(trainingApi.endpoints.listTrainingSessions.initiate({ from, to }, FRESH));
  if (data === undefined) return false;
  const sessions = data.data.filter(({ state }) => state !== 'cancelled').slice(0, MOST_SESSIONS);
  const ids = new Set(sessions.map(({ id }) => id));
  for (const { id } of await keptRosters(by)) if (!ids.has(id)) await dropRoster(id);
  let isWhole = true;
  for (const id of ids) {
    const { data: roster } = await dispatch(trainingApi.endpoints.readSessionRoster.initiate({ trainingSessionId: id }, FRESH));
    if (!isWanted()) return true;
    if (roster === undefined) isWhole = false;
    else await keepRoster(by, roster);
  }
  const hasFiles = await keepFiles().then(() => true, () => false);
  return isWhole && hasFiles;
}
