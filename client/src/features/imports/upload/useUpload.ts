import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { type Problem, SESSION_EXPIRED_MESSAGE, toProblem, UNAVAILABLE } from '~/api/problem';
import type { Renewal } from '~/api/reauth';
import { renewSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { useAppDispatch } from '~/lib/dispatch';
import { withWait } from '~/lib/format';
import { randomKey } from '~/lib/randomKey';

import { importsChanged } from '../api';

export const MAXIMUM_BYTES = 10_485_760;

const TOO_LARGE = 'The file is larger than 10MB. Please split it and upload the parts one after another.';
const NO_DATA = 'CSV file must contain at least a header row and one data row';

/** An obvious error of a file, in the server's words; null when the server, which reads its content, should judge it. */
export function checkFile({ size }: File): string | null {
  if (size > MAXIMUM_BYTES) return TOO_LARGE;
  return size === 0 ? NO_DATA : null;
}

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
    request.onloadend = () => resolve(request);
    options.signal.addEventListener('abort', () => request.abort());
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

/** A file and the key that makes a repeat of its upload the same upload. */
interface Attempt {
  readonly file: File;
  readonly idempotencyKey: string;
}

export type UploadState =
  | { readonly name: 'idle' }
  | { readonly name: 'uploading'; readonly file: File; readonly share: number }
  | {
      readonly name: 'refused';
      readonly file: File;
      readonly message: string;
      /** What exactly to correct in the file. */
      readonly detail: string | undefined;
      /** Whether the same file may be accepted later. */
      readonly retryable: boolean;
    };

/** The same file may be accepted later: no answer, too many uploads, or the server is down. */
function isPassing({ status }: Problem): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Uploads a file and opens its import. */
export function useUpload() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [state, setState] = useState<UploadState>({ name: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const running = useRef<AbortController | null>(null);

  // Leaving the page aborts a running upload.
  useEffect(
    () => () => running.current?.abort(),
    [],
  );

  const send = async ({ file, idempotencyKey }: Attempt): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ name: 'uploading', file, share: 0 });
    const outcome = await uploadFile(file, {
      idempotencyKey,
      signal: controller.signal,
      renew: (sent) => dispatch(renewSession(sent)),
      onProgress: (share) => {
        if (!controller.signal.aborted) setState({ name: 'uploading', file, share });
      },
    });
    if ('aborted' in outcome) return;
    if ('importId' in outcome) {
      dispatch(importsChanged());
      await navigate(`/dashboard/users/imports/${outcome.importId}`);
      return;
    }
    const { problem } = outcome;
    setState({
      name: 'refused',
      file,
      message: withWait(problem.code === 'unknown' ? 'Upload failed. Please try again.' : problem.message, problem.retryAfter),
      detail: problem.errors?.['file'],
      retryable: isPassing(problem),
    });
  };

  const choose = (file: File) => {
    running.current?.abort();
    attempt.current = { file, idempotencyKey: randomKey() };
    const refusal = checkFile(file);
    if (refusal === null) void send(attempt.current);
    else setState({ name: 'refused', file, message: refusal, detail: undefined, retryable: false });
  };

  return {
    state,
    choose,
    retry: () => {
      if (attempt.current !== null) void send(attempt.current);
    },
    cancel: () => {
      running.current?.abort();
      attempt.current = null;
      setState({ name: 'idle' });
    },
  };
}
