import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { server } from '~/testing/server';

import { loadChunk } from './loadChunk';

const reload = vi.fn();
const script = Object.assign(document.createElement('script'), { type: 'module' });
let documentsAsked = 0;

/** A page of this build, on a server that has that one. */
function pageOf(build: string, { served }: { served: string }) {
  script.setAttribute('src', `/assets/${build}.js`);
  document.head.append(script);
  server.use(
    http.get('*/login', () => {
      documentsAsked += 1;
      return HttpResponse.html(`<script type="module" src="/assets/${served}.js"></script>`);
    }),
  );
}

function failing(times: number) {
  const load = vi.fn(() => (load.mock.calls.length <= times ? Promise.reject(new Error('gone')) : Promise.resolve('loaded')));
  return load;
}

/** What becomes of a load, its pauses skipped. */
async function outcomeOf(load: () => Promise<string>): Promise<string> {
  const reloaded = new Promise<string>((resolve) => {
    reload.mockReset().mockImplementation(() => {
      resolve('reloaded');
    });
  });
  const outcome = Promise.race([loadChunk(load).catch(String), reloaded]);
  await vi.advanceTimersByTimeAsync(3_000);
  return outcome;
}

beforeEach(() => {
  documentsAsked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('location', { href: window.location.href, reload });
});

afterEach(() => {
  vi.useRealTimers();
  // The next file imports what reads the location.
  vi.unstubAllGlobals();
  script.remove();
});

describe('a chunk that does not come', () => {
  it('is loaded by one of two tries', async () => {
    const load = failing(1);
    expect(await outcomeOf(load)).toBe('loaded');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails after two, without a reload, while the server has the same build', async () => {
    pageOf('index-1', { served: 'index-1' });
    const load = failing(9);
    expect(await outcomeOf(load)).toBe('Error: gone');
    expect(load).toHaveBeenCalledTimes(2);
    expect(documentsAsked).toBe(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('fails without a reload when the server does not answer', async () => {
    pageOf('index-1', { served: 'index-2' });
    server.use(http.get('*/login', () => HttpResponse.text('Bad gateway', { status: 502 })));
    expect(await outcomeOf(failing(9))).toBe('Error: gone');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is tried once while offline, when only the cache of the browser can have it', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    pageOf('index-1', { served: 'index-2' });
    const load = failing(9);
    expect(await outcomeOf(load)).toBe('Error: gone');
    expect(load).toHaveBeenCalledTimes(1);
    expect(documentsAsked).toBe(0);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a build that the server has replaced', () => {
  it('is reloaded once, whatever loads in between', async () => {
    pageOf('index-1', { served: 'index-2' });
    expect(await outcomeOf(failing(9))).toBe('reloaded');
    expect(await outcomeOf(failing(0))).toBe('loaded');
    expect(await outcomeOf(failing(9))).toBe('Error: gone');
  });

  it('may be reloaded again once the page is of another build', async () => {
    pageOf('index-1', { served: 'index-2' });
    await outcomeOf(failing(9));
    pageOf('index-2', { served: 'index-3' });
    expect(await outcomeOf(failing(9))).toBe('reloaded');
  });

  it('stays when the browser cannot remember the reload', async () => {
    pageOf('index-1', { served: 'index-2' });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await outcomeOf(failing(9))).toBe('Error: gone');
    expect(reload).not.toHaveBeenCalled();
  });
});
