import { plural, t } from '@lingui/core/macro';

import { serverNow } from './clock';
import { dayOf, isoDay, padded } from './days';
import { shownLanguage } from './language';
import { formatKey, localeOf, shownRegion } from './region';

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

/** One formatter for each language, region and time zone that is shown. */
function inEach<Formatter>(make: (locale: string, timeZone: string | undefined) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const key = formatKey();
    const formatter = made.get(key) ?? make(localeOf(shownLanguage()), shownRegion().timeZone);
    made.set(key, formatter);
    return formatter;
  };
}

const times = inEach((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));

/** 90 -> "in 2 minutes"; from an hour on "at 05:30" or "tomorrow at 05:30". */
export function describeRetry(seconds: number, now = serverNow()): string {
  if (seconds <= HOUR) return t`in ${{ wait: describeWait(seconds) }}`;
  const at = new Date(now + seconds * 1000);
  const isToday = dayOfMoment(at) === dayOfMoment(new Date(now));
  const time = withCity(times().format(at), at);
  return isToday ? t`at ${time}` : t`tomorrow at ${time}`;
}

/** The server's sentence, with when to try again. The server itself names a time that is more than an hour away. */
export function withWait(message: string, retryAfter: number | undefined): string {
  return retryAfter === undefined || retryAfter > HOUR ? message : t`${message} Try again ${{ when: describeRetry(retryAfter) }}.`;
}

const numbers = inEach((locale) => new Intl.NumberFormat(locale));

export function formatCount(count: number): string {
  return numbers().format(count);
}

/** What is written before a name, without dots. */
const TITLES: ReadonlySet<string> = new Set([
  ...['adv', 'capt', 'col', 'dr', 'er', 'kum', 'lt', 'maj', 'miss', 'mr', 'mrs', 'ms', 'mx', 'prof', 'rev', 'shri', 'smt', 'sri'],
  ...['कुमारी', 'डॉ', 'प्रो', 'श्री', 'श्रीमती', 'सुश्री'],
]);

/** "Dr. Asha Devi Rao" -> "AR": a letter is what a reader sees as one, with its vowel sign or accent. */
export function initials(fullName: string): string {
  const words = fullName.split(/[\s.]+/u).filter(Boolean);
  const named = words.slice(words.findIndex((word) => !TITLES.has(word.toLowerCase())));
  const letters = new Intl.Segmenter();
  const shown = named.length > 1 ? [named[0], named.at(-1)] : named;
  return shown.map((word = '') => [...letters.segment(word)][0]?.segment ?? '').join('').toUpperCase();
}

const wholeDay = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const moments = inEach((locale, timeZone) => new Intl.DateTimeFormat(locale, { ...wholeDay, hour: 'numeric', minute: '2-digit', timeZone }));

/** A time of record in the company's time zone, with its city for readers in another: 25 Nov 2026, 11:10 pm (Kolkata). */
export function formatMoment(instant: string): string {
  const at = new Date(instant);
  return withCity(moments().format(at), at);
}

const hours = inEach((locale, timeZone) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }));

/** The hour of a moment in the company's time zone: 9:30 am. */
export const formatHour = (instant: string) => hours().format(new Date(instant));

/** The city that names the company's time zone, Kolkata; else the browser's own. */
export function cityOfTimes(): string {
  const zone = shownRegion().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function withCity(text: string, at: Date): string {
  const own = `${isoDay(at)}T${padded(at.getHours())}:${padded(at.getMinutes())}`;
  return inputOf(at) === own ? text : `${text} (${cityOfTimes()})`;
}

// Digits and calendar are those of inputs, wherever the reader is.
const inputs = inEach((_locale, timeZone) => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }));

/** A moment as a date-and-time input holds it, in the company's time zone: 2026-12-01T09:00. */
export function inputOf(moment: Date): string {
  const parts = Object.fromEntries(inputs().formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts['year'] ?? ''}-${parts['month'] ?? ''}-${parts['day'] ?? ''}T${parts['hour'] ?? ''}:${parts['minute'] ?? ''}`;
}

/** The day of a moment in the company's time zone: 2026-12-01. */
export const dayOfMoment = (moment: Date) => inputOf(moment).slice(0, 10);

/** people-2026-12-01.csv: a file by what it holds, and the day on which it was saved. */
export const datedName = (holds: string, format: string) => `${holds}-${dayOfMoment(new Date(serverNow()))}.${format}`;

/** The moment of a date-and-time input in the company's time zone, in milliseconds; NaN where it holds none. */
export function momentOf(input: string): number {
  const typed = Date.parse(`${input}Z`);
  if (Number.isNaN(typed)) return typed;
  const ahead = (moment: number) => Date.parse(`${inputOf(new Date(moment))}Z`) - moment;
  // The zone may be ahead by another hour on the other side of a change of clocks.
  return typed - ahead(typed - ahead(typed));
}

export const countPeople = (count: number) => plural(count, { one: '# person', other: '# people' });

export const countRows = (count: number) => plural(count, { one: '# row', other: '# rows' });

const rates = inEach((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

export function formatRate(ratePerSecond: number | null): string {
  return ratePerSecond === null ? '–' : rates().format(ratePerSecond);
}

/** 75 -> "1:15"; from an hour on "1:00:05". */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < HOUR) return formatSeconds(seconds);
  return `${Math.floor(seconds / HOUR)}:${formatSeconds(seconds % HOUR).padStart(5, '0')}`;
}

const relative = inEach((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const dates = inEach((locale, timeZone) => new Intl.DateTimeFormat(locale, { ...wholeDay, timeZone }));

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

// A day is the same in every time zone: it is written by UTC.
const inUtc = (options: Intl.DateTimeFormatOptions) => inEach((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
const days = {
  whole: inUtc(wholeDay),
  ofYear: inUtc({ day: 'numeric', month: 'long' }),
  short: inUtc({ day: 'numeric', month: 'short' }),
  full: inUtc({ dateStyle: 'full' }),
  month: inUtc({ month: 'long' }),
  monthOfYear: inUtc({ month: 'long', year: 'numeric' }),
  weekday: inUtc({ weekday: 'long' }),
  shortWeekday: inUtc({ weekday: 'short' }),
};

function writeDay(part: keyof typeof days, iso: string): string {
  return days[part]().format(new Date(`${iso}T00:00:00Z`));
}

/** A day as the server writes it, shown outside a field: 06 Feb 2003. Other text stays as it is. */
export function formatDay(text: string): string {
  return dayOf(text) === undefined ? text : writeDay('whole', text);
}

/** 2003-02-06 -> "6 February"; nothing when there is none. */
export function dayAndMonth(text: string | null): string {
  return text === null || dayOf(text) === undefined ? '' : writeDay('ofYear', text);
}

/** 2026-11-08 -> "8 Nov". */
export function formatShortDay(text: string): string {
  return dayOf(text) === undefined ? text : writeDay('short', text);
}

/** 2026-12-07 -> "Mon, 07 Dec 2026". */
export function formatNamedDay(text: string): string {
  return `${writeDay('shortWeekday', text)}, ${writeDay('whole', text)}`;
}

/** 2026-12 -> "December 2026". */
export function formatMonth(month: string): string {
  return writeDay('monthOfYear', `${month}-01`);
}

/** A day of the calendar, in local midnight, or a part of it: Thursday, 15 January 2004. */
export function formatCalendar(part: 'full' | 'month' | 'monthOfYear' | 'weekday' | 'shortWeekday', date: Date): string {
  return writeDay(part, isoDay(date));
}

const regions = inEach((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** IN -> "India". */
export function formatRegion(code: string): string {
  return regions().of(code) ?? code;
}

/** The names of old that browsers still list. */
const RENAMED: Readonly<Record<string, string>> = { 'Asia/Calcutta': 'Asia/Kolkata', 'Asia/Katmandu': 'Asia/Kathmandu', 'Asia/Rangoon': 'Asia/Yangon', 'Asia/Saigon': 'Asia/Ho_Chi_Minh' };

/** The time zones that this browser knows, by their cities; `chosen` is among them. */
export function timeZones(chosen: string): readonly (readonly [zone: string, shown: string])[] {
  const known = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone).filter((zone) => zone.includes('/'));
  return [...new Set([chosen, ...known])].sort().map((zone) => [zone, zone.replaceAll('_', ' ').replaceAll('/', ' / ')]);
}

const lists = inEach((locale) => new Intl.ListFormat(locale));

/** ["Phone", "Role"] -> "Phone and Role". */
export function formatList(words: readonly string[]): string {
  return lists().format(words);
}
