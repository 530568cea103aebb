
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "2026-11-08" -> "Nov 8". */
export function dayName(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}
