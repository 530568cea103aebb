import { serverNow } from '~/lib/clock';

const padded = (part: number) => String(part).padStart(2, '0');

/** A moment as a date-and-time input holds it, in the browser's zone: 2026-12-01T09:00. */
export function inputOf(moment: Date): string {
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`;
  return `${day}T${padded(moment.getHours())}:${padded(moment.getMinutes())}`;
}

/** 2026-12-01T09:00 with the browser's offset of that day: 2026-12-01T09:00+05:30. */
export function withOffset(input: string): string {
  const ahead = -new Date(input).getTimezoneOffset();
  const minutes = Math.abs(ahead);
  return `${input}${ahead < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** Tomorrow at nine: when people read their mail. */
export function tomorrowMorning(now = serverNow()): string {
  const day = new Date(now);
  return inputOf(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 9));
}

/** The server plans no invitation beyond this. */
export const FARTHEST = 30 * 24 * 60 * 60 * 1_000;

/** Why this time cannot be chosen; null where it can. */
export function problemOfTime(input: string, now = serverNow()): string | null {
  const at = Date.parse(input);
  if (Number.isNaN(at)) return 'Choose a date and a time.';
  if (at <= now) return 'Choose a time in the future.';
  return at > now + FARTHEST ? 'Choose a time within 30 days.' : null;
}

/** The browser's zone, such as Asia/Kolkata. */
export const zoneName = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
