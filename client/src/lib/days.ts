import { t } from '@lingui/core/macro';

import { shownRegion } from './region';

export const padded = (part: number | string, length = 2) => String(part).padStart(length, '0');

/** The day as the server writes it: 1999-03-12. */
export function isoDay(date: Date): string {
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

/** A calendar day as the server writes it, YYYY-MM-DD, in local midnight; undefined when it is none. */
export function dayOf(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return isoDay(date) === text ? date : undefined;
}

/** The day so many days later; earlier where they are negative. */
export function dayAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return isoDay(new Date(year, month - 1, date + days));
}

const isDayFirst = () => shownRegion().dateOrder === 'day';

/** How a date field is written in the region. */
export const fieldPattern = () => (isDayFirst() ? t`DD/MM/YYYY` : t`MM/DD/YYYY`);

/** What a date field asks for where it holds no day. */
export const askForDay = () => (isDayFirst() ? t`Write the day first, as DD/MM/YYYY` : t`Write the month first, as MM/DD/YYYY`);

/** A day as its field shows it: 12/03/1999, or 03/12/1999 where the month comes first. Other text stays as it is. */
export function dayInField(text: string): string {
  const date = dayOf(text);
  if (date === undefined) return text;
  const [year = '', month = '', day = ''] = text.split('-');
  return (isDayFirst() ? [day, month, year] : [month, day, year]).join('/');
}

const FIELD = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/u;

/** The day of what a field shows, in the order of the region alone, as the server writes it; other text stays as it is. */
export function readDay(text: string): string {
  const [, first, second, year] = FIELD.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return text;
  const [day, month] = isDayFirst() ? [first, second] : [second, first];
  const iso = `${year}-${padded(month)}-${padded(day)}`;
  return dayOf(iso) === undefined ? text : iso;
}

/** What a field shows after one more key, a digit or a mark: 13 and 0 are 13/0, 3 and a mark 03/. */
export function typeIntoDay(text: string, key: string): string {
  const parts = text.split('/');
  const last = parts.at(-1) ?? '';
  const isYear = parts.length > 2;
  if (/\d/u.test(key)) {
    if (last.length < (isYear ? 4 : 2)) return `${text}${key}`;
    return isYear ? text : `${text}/${key}`;
  }
  return last === '' || isYear ? text : [...parts.slice(0, -1), padded(last), ''].join('/');
}
