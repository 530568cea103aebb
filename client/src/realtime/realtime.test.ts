import { beforeEach, describe, expect, it, vi } from 'vitest';

import { storeTokens } from '~/api/session/storage';
import { createLiveServer } from '~/testing/liveServer';

import { createRealtime } from './realtime';

describe('the live connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    storeTokens({ accessToken: 'token-1', refreshToken: 'refresh-1' });
    return () => {
      vi.useRealTimers();
    };
  });

  async function connect() {
    const live = createLiveServer();
    const realtime = createRealtime(live.open);
    const release = realtime.hold();
    await vi.advanceTimersByTimeAsync(0);
    return { live, realtime, release };
  }

  it('is open while it is held, and presents the current token', async () => {
    const { live, realtime, release } = await connect();
    const releaseAnother = realtime.hold();
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toEqual(['token-1']);

    release();
    expect(realtime.connected).toBe(true);
    releaseAnother();
    expect(realtime.connected).toBe(false);
  });

  it('a connection that the server closes is opened again with the newer token', async () => {
    const { live, realtime } = await connect();
    storeTokens({ accessToken: 'token-2' });
    live.close();
    expect(realtime.connected).toBe(false);

    await vi.advanceTimersByTimeAsync(1_000);
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toEqual(['token-1', 'token-2']);
  });

  it('a refused handshake is repeated ever more seldom', async () => {
    const live = createLiveServer();
    live.refuse(true);
    createRealtime(live.open).hold();
    await vi.advanceTimersByTimeAsync(0);
    expect(live.handshakes).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.handshakes).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(live.handshakes).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(live.handshakes).toHaveLength(3);
  });

  it('a flow that is over is not asked for again', async () => {
    const { live, realtime } = await connect();
    const over = vi.fn();
    realtime.onFlowOver(over);
    live.refuse(true, 'flow_expired');
    live.close();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(live.handshakes).toHaveLength(2);
    expect(over).toHaveBeenCalledOnce();

    live.refuse(false);
    realtime.authenticate();
    await vi.advanceTimersByTimeAsync(0);
    expect(realtime.connected).toBe(true);
  });

  it('the network that comes back brings another connection, also where the old one looks alive', async () => {
    const { live, realtime } = await connect();
    window.dispatchEvent(new Event('online'));
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toHaveLength(2);

    live.refuse(true);
    live.close();
    await vi.advanceTimersByTimeAsync(20_000);
    const refused = live.handshakes.length;
    live.refuse(false);
    window.dispatchEvent(new Event('online'));
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toHaveLength(refused + 1);
  });

  it('a tab that becomes visible reconnects at once; a connected one stays connected', async () => {
    const { live, realtime, release } = await connect();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(live.handshakes).toHaveLength(1);

    live.goAway();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toHaveLength(2);
    release();
    window.dispatchEvent(new Event('online'));
    expect(live.handshakes).toHaveLength(2);
  });

  it('a new token is presented on the open connection', async () => {
    const { live, realtime } = await connect();
    storeTokens({ accessToken: 'token-2' });
    realtime.authenticate();
    expect(live.asked).toEqual([{ event: 'session:authenticate', payload: { token: 'token-2' } }]);
    expect(live.handshakes).toHaveLength(1);
  });

  it('a new token that is not taken up there is presented by a new handshake', async () => {
    const { live, realtime } = await connect();
    live.answer('session:authenticate', () => ({ ok: false, message: 'Access denied.', code: 'another_session' }));
    storeTokens({ accessToken: 'token-2' });
    realtime.authenticate();
    await vi.advanceTimersByTimeAsync(0);
    expect(realtime.connected).toBe(true);
    expect(live.handshakes).toEqual(['token-1', 'token-2']);
  });

  it('an unreadable event is ignored and logged once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { live, realtime } = await connect();
    const heard = vi.fn();
    realtime.on('session:ended', heard);
    live.push('session:ended', { reason: 1, limit: null });
    live.push('session:ended', { reason: 'revoked', limit: null });
    expect(heard.mock.calls).toEqual([[{ reason: 'revoked', limit: null }]]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('asking without a connection, or being refused, is a rejection with the reason', async () => {
    const { live, realtime } = await connect();
    live.answer('import:watch', () => ({ ok: false, message: 'The requested resource was not found.', code: 'not_found' }));
    await expect(realtime.ask('import:watch', { importId: 'x' })).rejects.toThrow('The requested resource was not found.');
    live.goAway();
    await expect(realtime.ask('import:watch', { importId: 'x' })).rejects.toThrow('There is no connection.');
  });
});

describe('what was fetched before a connection stands', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    storeTokens({ accessToken: 'token-1', refreshToken: 'refresh-1' });
    return () => {
      vi.useRealTimers();
    };
  });

  it.each([
    ['is up to date where nothing was published since', 5_000, true],
    ['may be out of date where something was', 1_000, false],
    ['may be out of date where that is not known', 0, false],
  ])('%s', async (_what, quietMs, isUpToDate) => {
    const live = createLiveServer();
    live.beQuiet(quietMs);
    const realtime = createRealtime(live.open);
    const fetchedAt = performance.now();
    await vi.advanceTimersByTimeAsync(2_000);
    realtime.hold();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchedAt >= (realtime.quietSince ?? 0)).toBe(isUpToDate);
    live.goAway();
    expect(realtime.quietSince).toBeNull();
    live.comeBack();
    expect(realtime.quietSince).toBe(Number.POSITIVE_INFINITY);
  });
});
