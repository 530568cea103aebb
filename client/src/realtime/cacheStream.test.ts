import { describe, expect, it } from 'vitest';

import { storeTokens } from '~/api/session/storage';
import { createLiveServer } from '~/testing/liveServer';

import { cacheStream } from './cacheStream';
import { createRealtime } from './realtime';

type Heard = readonly string[];

function promised<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<Value>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}

/** An entry that is being fetched while the connection stands, and follows `session:ended`. */
async function fetching() {
  storeTokens({ accessToken: 'token-1', refreshToken: 'refresh-1' });
  const live = createLiveServer();
  const realtime = createRealtime(live.open);
  const letGo = realtime.hold();
  await expect.poll(() => realtime.connected).toBe(true);

  let held: Heard = [];
  const loaded = promised<unknown>();
  const removed = promised<void>();
  const streaming = cacheStream<'session:ended', Heard>(
    {
      extra: { realtime },
      cacheDataLoaded: loaded.promise,
      cacheEntryRemoved: removed.promise,
      updateCachedData: (recipe) => {
        held = recipe(held) ?? held;
      },
      getCacheEntry: () => ({ status: 'fulfilled' }),
    },
    { event: 'session:ended', apply: (entry, { reason }) => [...entry, reason] },
  );
  const end = async (): Promise<void> => {
    removed.resolve();
    await streaming;
    letGo();
  };
  return { live, loaded, streaming, end, held: () => held };
}

describe('a cache entry that is kept up to date', () => {
  it('hears what overtakes its first answer, once and in order, and what comes after it', async () => {
    const { live, loaded, end, held } = await fetching();
    live.push('session:ended', { reason: 'revoked', limit: null });
    live.push('session:ended', { reason: 'deleted', limit: null });
    expect(held()).toEqual([]);
    loaded.resolve(undefined);
    await expect.poll(held).toEqual(['revoked', 'deleted']);
    live.push('session:ended', { reason: 'logout', limit: null });
    expect(held()).toEqual(['revoked', 'deleted', 'logout']);
    await end();
    live.push('session:ended', { reason: 'logout', limit: null });
    expect(held()).toHaveLength(3);
  });

  it('removed before it was filled, it hears nothing', async () => {
    const { live, loaded, streaming, held } = await fetching();
    live.push('session:ended', { reason: 'revoked', limit: null });
    loaded.reject(new Error('Removed.'));
    await streaming;
    live.push('session:ended', { reason: 'deleted', limit: null });
    expect(held()).toEqual([]);
  });
});
