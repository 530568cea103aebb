const rates = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatRate(ratePerSecond: number | null): string {
  return ratePerSecond === null ? '–' : rates.format(ratePerSecond);
}

/** 75 -> "1:15"; from an hour on "1:00:05". */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return '–';
  const padded = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${padded(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(seconds % 60)}`;
}

/** 1 -> "1 row", 1200 -> "1,200 rows". */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const UNITS = ['B', 'kB', 'MB'] as const;

export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

