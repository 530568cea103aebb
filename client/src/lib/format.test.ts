import { afterEach, describe, expect, it } from 'vitest';

import { COMPANY_REGION } from '~/testing/answers';

import { describeRetry, formatCount, formatDay, formatMoment, formatShortDay, initials, inputOf, momentOf } from './format';
import { formatKey, keepRegion } from './region';

const EVENING = Date.parse('2026-01-05T21:30+05:30');
const LATE = '2026-11-25T17:40:00Z';

/** The zone in which the tests run, as the browser's own. */
const { TZ } = process.env;
afterEach(() => {
  process.env['TZ'] = TZ;
});

const inRegion = (region: string, timeZone: string) => keepRegion({ ...COMPANY_REGION, region, timeZone });

it.each([
  [30, 'in 30 seconds'],
  [90, 'in 2 minutes'],
  [2 * 3600, 'at 11:30 pm'],
  [8 * 3600, 'tomorrow at 5:30 am'],
])('a wait of %i seconds is "%s"', (seconds, words) => {
  process.env['TZ'] = 'Asia/Calcutta';
  expect(describeRetry(seconds, EVENING)).toBe(words);
});

it.each([
  ['Asha Devi Rao', 'AR'],
  ['  asha ', 'A'],
  ['Dr.Asha  Rao', 'AR'],
  ['Prof. Dr. A. P. J. Abdul Kalam', 'AK'],
  ['Smt Lata', 'L'],
  ['श्री कृष्ण मिश्रा', 'कृमि'],
  ['E\u0301lodie Zoe\u0308', 'E\u0301Z'],
  ['Dr.', 'D'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

describe('by the region of the company', () => {
  it.each([
    ['IN', 'Asia/Kolkata', '25 Nov 2026, 11:10 pm (Kolkata)', '1,00,000', '06 Feb 2003', '8 Nov'],
    ['US', 'America/New_York', 'Nov 25, 2026, 12:40 PM (New York)', '100,000', 'Feb 06, 2003', 'Nov 8'],
    ['GB', 'Europe/London', '25 Nov 2026, 17:40 (London)', '100,000', '06 Feb 2003', '8 Nov'],
  ])('%s: moments are in %s, with its city for readers elsewhere', (region, timeZone, moment, count, day, short) => {
    process.env['TZ'] = 'Asia/Tokyo';
    inRegion(region, timeZone);
    expect([formatMoment(LATE), formatCount(100_000), formatDay('2003-02-06'), formatShortDay('2026-11-08')]).toEqual([moment, count, day, short]);
  });

  it('needs no city for readers whose clocks show the same', () => {
    process.env['TZ'] = 'Asia/Colombo';
    expect(formatMoment(LATE)).toBe('25 Nov 2026, 11:10 pm');
  });

  it('falls back to the browser where that does not know the time zone', () => {
    process.env['TZ'] = 'Europe/London';
    inRegion('IN', 'Mars/Olympus');
    expect(formatMoment(LATE)).toBe('25 Nov 2026, 5:40 pm');
  });

  it.each([
    ['2026-12-01T09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
    ['2026-07-01T23:59', 'America/New_York', '2026-07-02T03:59:00.000Z'],
    // Clocks go forward at 2:00: an hour that there is not is the one before it.
    ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ])('%s in an input is that time in %s', (input, timeZone, moment) => {
    inRegion('US', timeZone);
    expect(new Date(momentOf(input)).toISOString()).toBe(moment);
    if (!input.endsWith('02:30')) expect(inputOf(new Date(moment))).toBe(input);
  });

  it('an empty input is no moment', () => {
    expect(momentOf('')).toBeNaN();
  });
});

it('nothing is drawn anew where a zone has another name', () => {
  keepRegion({ ...COMPANY_REGION, timeZone: 'Asia/Kolkata' });
  const before = formatKey();
  keepRegion({ ...COMPANY_REGION, timeZone: 'Asia/Calcutta' });
  expect(formatKey()).toBe(before);
});
