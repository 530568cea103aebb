import { i18n } from '@lingui/core';
import * as z from 'zod/mini';

import { readItem, writeItem } from './storage';

const schema = z.object({ region: z.string(), timeZone: z.string(), dateOrder: z.enum(['day', 'month']) });

/** How the company of the account writes dates, numbers and times. */
export type Region = z.infer<typeof schema>;

interface Shown {
  readonly region: string;
  /** Undefined for visitors, who read times in their own. */
  readonly timeZone: string | undefined;
  /** The same zone by the one name that the browser has for it, also where it is the visitor's own. */
  readonly zone: string;
  readonly dateOrder: Region['dateOrder'];
}

const zoneNamed = (timeZone: string | undefined) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** Before a login, by the server's default region. */
const VISITOR: Shown = { region: 'IN', timeZone: undefined, zone: zoneNamed(undefined), dateOrder: 'day' };
export const REGION = 'region';

let current: Shown | null = null;

/** A browser may be older than the name of a time zone; it then shows its own. */
function known({ region, timeZone, dateOrder }: Region): Shown {
  try {
    new Intl.Locale(`en-${region}`);
    return { region, timeZone, zone: zoneNamed(timeZone), dateOrder };
  } catch {
    return { ...VISITOR, dateOrder };
  }
}

function kept(): Shown {
  try {
    return known(schema.parse(JSON.parse(readItem('localStorage', REGION) ?? '')));
  } catch {
    return VISITOR;
  }
}

/** The region of the company, which this browser keeps so that the first page is already drawn by it. */
export function shownRegion(): Shown {
  current ??= kept();
  return current;
}

export const isRegionKept = () => readItem('localStorage', REGION) !== null;

/** The locale of a language in the region: en-IN. */
export const localeOf = (language: string) => `${language}-${shownRegion().region}`;

/** What a formatter is made for. */
export const formatKey = () => `${i18n.locale} ${shownRegion().region} ${shownRegion().zone}`;

export function keepRegion({ region, timeZone, dateOrder }: Region): void {
  writeItem('localStorage', REGION, JSON.stringify({ region, timeZone, dateOrder }));
  current = null;
}

/** Shows dates, numbers and times by this region, on every page. */
export function showRegion(region: Region): void {
  const before = formatKey();
  keepRegion(region);
  // Numbers in texts are formatted by Lingui.
  if (formatKey() !== before) i18n.activate(i18n.locale, localeOf(i18n.locale));
}
