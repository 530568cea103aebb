/** 120 -> "2:00". */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 45 -> "45 seconds", 90 -> "2 minutes": how long to wait, in words, rounded up. */
export function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

const numbers = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return numbers.format(count);
}

/** "Asha Devi Rao" -> "AR". */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/u);
  const first = words[0]?.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return (first + last).toUpperCase();
}

const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A time of record, in the visitor's zone. */
export function formatMoment(instant: string): string {
  return moments.format(new Date(instant));
}
