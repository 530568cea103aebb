const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 });

/** "2026-11-08" -> "Nov 8". */
export function dayName(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** 59,996 -> "60K": for where there is no room for more. */
export function shortCount(count: number): string {
  return short.format(count);
}
