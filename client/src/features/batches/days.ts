import type { BatchRecord } from '~/api/batches';
import { readableDay } from '~/forms/dates';

/** "06 Feb 2026 – 31 Mar 2026", and what of it is known. */
export function daysOf({ startsOn, endsOn }: Pick<BatchRecord, 'startsOn' | 'endsOn'>): string {
  if (startsOn === null && endsOn === null) return '';
  if (endsOn === null) return `from ${readableDay(startsOn ?? '')}`;
  return startsOn === null ? `until ${readableDay(endsOn)}` : `${readableDay(startsOn)} – ${readableDay(endsOn)}`;
}
