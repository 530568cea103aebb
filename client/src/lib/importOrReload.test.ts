import { afterEach, describe, expect, it, vi } from 'vitest';

import { importOrReload } from './importOrReload';

describe('a chunk that a newer release has replaced', () => {
  const reload = vi.fn();

  function watchReload() {
    reload.mockClear();
    vi.stubGlobal('location', { reload });
  }

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('reloads the page the first time and throws the second', async () => {
    watchReload();
    const load = vi.fn(() => Promise.reject(new Error('gone')));

    void importOrReload(load);
    await vi.waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });

    await expect(importOrReload(load)).rejects.toThrow('gone');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('may reload again after one that loaded', async () => {
    watchReload();
    void importOrReload(() => Promise.reject(new Error('gone')));
    await vi.waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
    await importOrReload(() => Promise.resolve('loaded'));
    void importOrReload(() => Promise.reject(new Error('gone again')));
    await vi.waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(2);
    });
  });
});
