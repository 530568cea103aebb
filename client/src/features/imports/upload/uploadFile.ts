import { type Problem, SESSION_EXPIRED_MESSAGE, toProblem, UNAVAILABLE } from '~/api/problem';
import type { Renewal } from '~/api/reauth';
import { storedAccessToken } from '~/api/session/storage';

const URL_PATH = '/api/v1/users/imports';

interface UploadOptions {
  /** Makes a repeat after a lost answer the same upload. */
  readonly idempotencyKey: string;
  /** 0 to 1 of the bytes sent. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Renews a token that was refused. */
  readonly renew: (sent: string | null) => Promise<Renewal>;
}

export type UploadOutcome = { readonly importId: string } | { readonly problem: Problem } | { readonly aborted: true };

/** The only call without fetch: XMLHttpRequest alone reports the progress of an upload. */
function send(file: File, token: string | null, options: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', URL_PATH);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', options.idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress(event.loaded / event.total);
    };
    request.onloadend = () => {
      resolve(request);
    };
    options.signal.addEventListener('abort', () => {
      request.abort();
    });
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(request: XMLHttpRequest): Problem {
  if (request.status === 0) return toProblem({ status: 'FETCH_ERROR', error: 'no answer' }, undefined);
  const retryAfter = request.getResponseHeader('Retry-After');
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  const response = new Response(null, { status: request.status, statusText: request.statusText, headers });
  return toProblem({ status: request.status, data: parse(request.responseText) }, response);
}

/** Uploads a file. Like every other call, a 401 renews the session once and repeats the call once. */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadOutcome> {
  const token = storedAccessToken();
  let request = await send(file, token, options);
  if (request.status === 401) {
    const outcome = await options.renew(token);
    if (outcome === 'unavailable') return { problem: UNAVAILABLE };
    if (outcome === 'over') return { problem: { ...problemOf(request), message: SESSION_EXPIRED_MESSAGE } };
    request = await send(file, storedAccessToken(), options);
  }
  if (options.signal.aborted) return { aborted: true };
  const answer = parse(request.responseText);
  if (request.status === 201 && typeof answer === 'object' && answer !== null && 'id' in answer) {
    return { importId: String(answer.id) };
  }
  return { problem: problemOf(request) };
}
