import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';
import { signInAs } from '~/testing/renderApp';

import { download } from './download';
import { NETWORK_MESSAGE } from './problem';
import { storedAccessToken } from './session/storage';

const URL_PATH = '/api/v1/users/export.csv';

let saved: Blob[];

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  signInAs();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file that comes piece by piece, each so many seconds after the last; null is the end of the network. */
function comes(pieces: readonly (string | null)[], seconds: number) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    const request = new Request(url, init);
    requests.push(request);
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces[next];
        next += 1;
        await new Promise<void>((resolve) => {
          setTimeout(resolve, seconds * 1000);
          init.signal?.addEventListener('abort', () => {
            resolve();
          });
        });
        if (init.signal?.aborted === true || piece === null) controller.error(new TypeError('network'));
        else if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    return Promise.resolve(new Response(body));
  });
  return requests;
}

const save = () => {
  const { dispatch } = createStore();
  return download({ dispatch, signal: new AbortController().signal }, { url: URL_PATH, params: { search: 'a b' }, name: 'users.csv' });
};

it('goes on for as long as anything comes, and carries the token in no address', async () => {
  const requests = comes(['name', ',email', '\r\n'], 25);
  const saving = save();
  await vi.advanceTimersByTimeAsync(110_000);
  await expect(saving).resolves.toEqual({ data: null });
  expect(await saved[0]?.text()).toBe('name,email\r\n');
  expect(requests.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([`${URL_PATH}?search=a+b`]);
  expect(requests[0]?.headers.get('Authorization')).toBe(`Bearer ${storedAccessToken()}`);
});

it.each([
  ['is silent for half a minute', ['name', ',email'], 31],
  ['breaks off', ['name', null], 1],
])('that %s is an error, and no half file is saved', async (_what, pieces, seconds) => {
  comes(pieces, seconds);
  const saving = save();
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(saving).resolves.toMatchObject({ error: { status: 0, message: NETWORK_MESSAGE.message } });
  expect(saved).toEqual([]);
});

it("that is refused says the server's sentence", async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Slow down', code: 'rate_limited', retryAfter: 5 }, { status: 429 })));
  await expect(save()).resolves.toEqual({ error: { status: 429, code: 'rate_limited', message: 'Slow down', retryAfter: 5 } });
});

it('posts what an address does not hold', async () => {
  const requests = comes(['name'], 1);
  const { dispatch } = createStore();
  const saving = download({ dispatch, signal: new AbortController().signal }, { url: URL_PATH, body: { ids: ['1'] }, name: 'users.csv' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await saving).toEqual({ data: null });
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.headers.get('Content-Type')).toBe('application/json');
  expect(request?.headers.get('Authorization')).toBe(`Bearer ${storedAccessToken() ?? ''}`);
  expect(await request?.json()).toEqual({ ids: ['1'] });
});
