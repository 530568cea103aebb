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

const AN_HOUR = 3600;

/** The server's sentence, with when to come back. A longer wait is said by the server, as a time of day. */
export function withWait(message: string, retryAfter: number | undefined): string {
  return retryAfter === undefined || retryAfter > AN_HOUR ? message : `${message} Try again in ${describeWait(retryAfter)}.`;
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
