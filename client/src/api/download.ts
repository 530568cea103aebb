import type { AppDispatch } from '~/lib/dispatch';
import { saveFile } from '~/lib/saveFile';

import { baseApi } from './baseApi';
import { authorized, serializeParams } from './baseQuery';
import { parseJson, type Problem, toProblem } from './problem';

export interface SavedFile {
  readonly url: string;
  readonly params?: Record<string, unknown>;
  /** Posted as JSON, where the file is of more than an address holds. */
  readonly body?: unknown;
  readonly name: string;
  /** Takes it in the place of the browser, which saves it. */
  readonly take?: (file: File) => void;
}

interface Api {
  readonly dispatch: AppDispatch;
  readonly signal: AbortSignal;
}

/** A slow download continues while data arrives. */
const SILENCE = 30_000;

/** The whole body, read in chunks; each chunk restarts the time limit. */
async function readAll(response: Response, onPiece: () => void): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    pieces.push(read.value);
    onPiece();
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
}

async function fetchFile(url: URL, body: unknown, token: string | null, signal: AbortSignal): Promise<{ data: Blob } | { error: Problem }> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end);
  let silence = setTimeout(end, SILENCE);
  const putOff = (): void => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE);
  };
  try {
    const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` };
    const posted = body === undefined ? { headers } : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url, { ...posted, credentials: 'same-origin', signal: ending.signal });
    putOff();
    if (response.ok) return { data: await readAll(response, putOff) };
    return { error: toProblem({ status: response.status, data: parseJson(await response.text()) }, response) };
  } catch (error) {
    return { error: toProblem({ status: 'FETCH_ERROR', error: String(error) }, undefined) };
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
  }
}

/**
 * Fetches a file with the bearer, which a link could not send and a URL must not hold, and passes it to the browser once
 * it is complete: an interrupted download is an error, never half a file.
 */
export async function download({ dispatch, signal }: Api, { name, url, params = {}, body, take }: SavedFile): Promise<{ data: null } | { error: Problem }> {
  const address = new URL(url, window.location.origin);
  if (Object.keys(params).length > 0) address.search = serializeParams(params);
  const answer = await authorized<{ data: Blob; error?: undefined } | { error: Problem }>(dispatch, (token) => fetchFile(address, body, token, signal));
  if (answer.error !== undefined) return { error: answer.error };
  if (take === undefined) saveFile(answer.data, name);
  else take(new File([answer.data], name));
  return { data: null };
}

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ saveFile: build.mutation<null, SavedFile>({ queryFn: (file, api) => download(api, file) }) }),
});

export const { useSaveFileMutation } = filesApi;
