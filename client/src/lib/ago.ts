import { serverNow } from './clock';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** How long ago that was by the server's clock, in words; its date after a week. */
export function formatAgo(instant: string): string {
  const at = Date.parse(instant);
  const seconds = Math.max(0, Math.round((serverNow() - at) / 1000));
  if (seconds < MINUTE) return 'Just now';
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < WEEK) return relative.format(-Math.floor(seconds / DAY), 'day');
  return dates.format(at);
}
