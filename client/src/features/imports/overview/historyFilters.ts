import { dayOf } from '~/forms/dates';
import type { ListView } from '~/lib/useListParams';

import type { ImportState } from '../api';

export const STATES = [
  'mapping',
  'validating',
  'ready',
  'processing',
  'paused',
  'completed',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const satisfies readonly ImportState[];

const isDay = (value: string) => dayOf(value) !== undefined;
const isId = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(value);

/** The filters of the history, by their name in the address; days are the browser's. */
export const CHOICES = { state: STATES, startedBy: isId, from: isDay, to: isDay } as const;
export const NONE = { state: null, startedBy: null, from: null, to: null, search: '' } as const;
type HistoryView = ListView<typeof CHOICES>;

export function isFiltered({ state, startedBy, from, to, search }: HistoryView): boolean {
  return state !== null || startedBy !== null || from !== null || to !== null || search !== '';
}

/** The beginning of a day of the browser, or of the day after it. */
function momentOf(day: string, daysLater: number): string | null {
  const date = dayOf(day);
  date?.setDate(date.getDate() + daysLater);
  return date?.toISOString() ?? null;
}

/** What the server is asked for: moments, so that a day begins at the browser's midnight. */
export function queryOf({ state, startedBy, from, to, search }: HistoryView) {
  return {
    ...(state !== null && { state }),
    ...(startedBy !== null && { startedBy }),
    ...(search !== '' && { search }),
    ...(from !== null && { from: momentOf(from, 0) }),
    ...(to !== null && { to: momentOf(to, 1) }),
  };
}
