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

/** The day as it is shown, month/day/year: 03/12/1999; nothing when there is none. */
export function shownDay(text: string): string {
  const date = dayOf(text);
  if (date === undefined) return '';
  return `${padded(date.getMonth() + 1)}/${padded(date.getDate())}/${padded(date.getFullYear(), 4)}`;
}
