import { readableDay } from '~/forms/dates';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const AGO = /^-(\d{1,4})d$/u;

/** Whether the list can be asked for the day: YYYY-MM-DD, or so many days ago (-7d). */
export const isDay = (text: string) => DAY.test(text) || AGO.test(text);

export function isSignIn(text: string): boolean {
  const [kind, day] = text.split(':');
  return text === 'never' || ((kind === 'since' || kind === 'before') && day !== undefined && isDay(day) && text === `${kind}:${day}`);
}

/** The days of -7d, else null. */
const daysAgo = (text: string | null) => AGO.exec(text ?? '')?.[1] ?? null;

/** "in the last 7 days", "from 01 Jul 2026 to 31 Jul 2026". */
export function describeCreated(from: string | null, to: string | null): string {
  const days = daysAgo(from);
  if (days !== null && to === null) return `in the last ${days} days`;
  const day = (text: string) => (daysAgo(text) === null ? readableDay(text) : `${daysAgo(text) ?? ''} days ago`);
  if (from !== null && to !== null) return `from ${day(from)} to ${day(to)}`;
  return from !== null ? `since ${day(from)}` : `until ${day(to ?? '')}`;
}

/** "never", "in the last 30 days", "before 01 Jul 2026". */
export function describeSignIn(text: string): string {
  if (text === 'never') return 'never';
  const [kind, day = ''] = text.split(':');
  const days = daysAgo(day);
  if (days !== null) return kind === 'since' ? `in the last ${days} days` : `not for ${days} days`;
  return `${kind === 'since' ? 'since' : 'before'} ${readableDay(day)}`;
}
