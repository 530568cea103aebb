import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { observeServerTime, secondsUntil, serverNow } from './clock';

const NOON = Date.parse('2026-03-01T12:00:00Z');

describe("the server's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is the browser clock until the server has said anything', () => {
    expect(serverNow()).toBe(NOON);
  });

  it('counts down rightly in a browser whose clock is an hour fast', () => {
    observeServerTime('2026-03-01T11:00:00Z', { sentAt: NOON, receivedAt: NOON });
    expect(secondsUntil('2026-03-01T11:02:00Z')).toBe(120);
  });

  it('takes the middle of the request for the moment of the answer', () => {
    observeServerTime('2026-03-01T12:00:00Z', { sentAt: NOON - 400, receivedAt: NOON });
    expect(serverNow()).toBe(NOON + 200);
  });

  it('keeps the observation with the shorter round trip', () => {
    observeServerTime('2026-03-01T11:00:00Z', { sentAt: NOON - 20, receivedAt: NOON });
    observeServerTime('2026-03-01T11:00:05Z', { sentAt: NOON - 5_000, receivedAt: NOON });
    expect(serverNow()).toBe(NOON - 3_600_000 + 10);
  });

  it('takes a slower observation after ten minutes, because clocks drift', () => {
    observeServerTime('2026-03-01T11:00:00Z', { sentAt: NOON, receivedAt: NOON });
    vi.setSystemTime(NOON + 11 * 60_000);
    const now = Date.now();
    observeServerTime('2026-03-01T12:11:01Z', { sentAt: now - 2_000, receivedAt: now });
    expect(serverNow()).toBe(now + 2_000);
  });

  it('reads a time that is none as long past', () => {
    expect(secondsUntil('soon')).toBe(0);
    expect(secondsUntil(null)).toBe(0);
  });
});
