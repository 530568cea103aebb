import { plural, t } from '@lingui/core/macro';

import { serverNow } from './clock';
import { shownLanguage } from './language';

const MINUTE = 60;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** 120 -> "2:00". */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 45 -> "45 seconds", 90 -> "2 minutes": how long to wait, in words, rounded up. */
export function describeWait(seconds: number): string {
  return seconds < 60 ? plural(seconds, { one: '# second', other: '# seconds' }) : plural(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' });
}

/** One formatter for each language that is shown. */
export function inEach<Formatter>(make: (language: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const language = shownLanguage();
    const formatter = made.get(language) ?? make(language);
    made.set(language, formatter);
    return formatter;
  };
}

const times = inEach((language) => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));

/** 90 -> "in 2 minutes"; from an hour on "at 05:30" or "tomorrow at 05:30". */
export function describeRetry(seconds: number, now = serverNow()): string {
  if (seconds <= HOUR) return t`in ${{ wait: describeWait(seconds) }}`;
  const at = new Date(now + seconds * 1000);
  const isToday = at.toDateString() === new Date(now).toDateString();
  const time = times().format(at);
  return isToday ? t`at ${time}` : t`tomorrow at ${time}`;
}

/** The server's sentence, with when to try again. The server itself names a time that is more than an hour away. */
export function withWait(message: string, retryAfter: number | undefined): string {
  return retryAfter === undefined || retryAfter > HOUR ? message : t`${message} Try again ${{ when: describeRetry(retryAfter) }}.`;
}

const numbers = inEach((language) => new Intl.NumberFormat(language));

export function formatCount(count: number): string {
  return numbers().format(count);
}

/** "Asha Devi Rao" -> "AR". */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/u);
  const first = words[0]?.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return (first + last).toUpperCase();
}

const moments = inEach((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));

/** A time of record, in the visitor's zone. */
export function formatMoment(instant: string): string {
  return moments().format(new Date(instant));
}

export const countPeople = (count: number) => plural(count, { one: '# person', other: '# people' });

export const countRows = (count: number) => plural(count, { one: '# row', other: '# rows' });

const rates = inEach((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }));

export function formatRate(ratePerSecond: number | null): string {
  return ratePerSecond === null ? '–' : rates().format(ratePerSecond);
}

/** 75 -> "1:15"; from an hour on "1:00:05". */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < HOUR) return formatSeconds(seconds);
  return `${Math.floor(seconds / HOUR)}:${formatSeconds(seconds % HOUR).padStart(5, '0')}`;
}

const relative = inEach((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const dates = inEach((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }));

/** How long ago that was by the server's clock, in words; its date after a week. */
export function formatAgo(instant: string): string {
  const at = Date.parse(instant);
  const seconds = Math.max(0, Math.round((serverNow() - at) / 1000));
  if (seconds < MINUTE) return t`Just now`;
  if (seconds < HOUR) return relative().format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative().format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < WEEK) return relative().format(-Math.floor(seconds / DAY), 'day');
  return dates().format(at);
}
