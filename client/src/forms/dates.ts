import { inEach } from '~/lib/format';

/** A calendar day as the server writes it, YYYY-MM-DD, in local midnight; undefined when it is none. */
export function dayOf(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return date.getDate() === Number(day) ? date : undefined;
}

const padded = (part: number, length = 2) => String(part).padStart(length, '0');

/** The day as the server writes it: 1999-03-12. */
export function isoDay(date: Date): string {
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

const months = inEach((language) => new Intl.DateTimeFormat(language, { month: 'short' }));
const days = inEach((language) => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long' }));

/** A day as shown outside the field, 06 Feb 2003; other text stays as it is. */
export function readableDay(text: string): string {
  const date = dayOf(text);
  return date === undefined ? text : `${padded(date.getDate())} ${months().format(date)} ${padded(date.getFullYear(), 4)}`;
}

/** 2003-02-06 -> "6 February"; nothing when there is none. */
export function dayAndMonth(text: string | null): string {
  const date = dayOf(text ?? '');
  return date === undefined ? '' : days().format(date);
}

/** The day as it is shown in its field, month/day/year: 03/12/1999; nothing when there is none. */
export function shownDay(text: string): string {
  const date = dayOf(text);
  if (date === undefined) return '';
  return `${padded(date.getMonth() + 1)}/${padded(date.getDate())}/${padded(date.getFullYear(), 4)}`;
}
