import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { authorized } from '~/api/baseQuery';
import { type Problem, toProblem } from '~/api/problem';
import { useAppDispatch } from '~/lib/dispatch';
import { withWait } from '~/lib/format';
import { randomKey } from '~/lib/randomKey';

import { IMPORTS_PATH, importsChanged } from '../api';

const MAXIMUM_BYTES = 10_485_760;

const TOO_LARGE = 'The file is larger than 10MB. Please split it and upload the parts one after another.';
const NO_DATA = 'CSV file must contain at least a header row and one data row';

/** An obvious error of a file, in the server's words; null when the server, which reads its content, should judge it. */
function refusalOf({ size }: File): string | null {
  if (size > MAXIMUM_BYTES) return TOO_LARGE;
  return size === 0 ? NO_DATA : null;
}

/** A file and the key that makes a repeat of its upload, after a lost answer, the same upload. */
interface Attempt {
  readonly file: File;
  readonly idempotencyKey: string;
}

interface UploadOptions extends Attempt {
  /** 0 to 1 of the bytes sent. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The id of the import. */
type Uploaded = { readonly data: string; readonly error?: undefined } | { readonly data?: undefined; readonly error: Problem };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answerOf(request: XMLHttpRequest): Uploaded {
  const { status, statusText, responseText } = request;
  if (status === 0) return { error: toProblem({ status: 'FETCH_ERROR', error: 'no answer' }, undefined) };
  const answer = parse(responseText);
  if (status === 201 && typeof answer === 'object' && answer !== null && 'id' in answer) return { data: String(answer.id) };
  const retryAfter = request.getResponseHeader('Retry-After');
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  return { error: toProblem({ status, data: answer }, new Response(null, { status, statusText, headers })) };
}

/** The only call without fetch: XMLHttpRequest alone reports the progress of an upload. */
function upload(token: string | null, { file, idempotencyKey, onProgress, signal }: UploadOptions): Promise<Uploaded> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', IMPORTS_PATH);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onloadend = () => resolve(answerOf(request));
    signal.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('file', file);
    // Cancelled before it was sent, such as while the token was renewed.
    if (signal.aborted) resolve(answerOf(request));
    else request.send(body);
  });
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
      /** Whether the same file may be accepted later: no answer, too many uploads, or the server is down. */
      readonly retryable: boolean;
    };

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

  const send = async (attempted: Attempt): Promise<void> => {
    const { file } = attempted;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ name: 'uploading', file, share });
    };
    onProgress(0);
    const answer = await authorized<Uploaded>(dispatch, (token) => upload(token, { ...attempted, onProgress, signal }));
    if (signal.aborted) return;
    if (answer.error === undefined) {
      dispatch(importsChanged());
      await navigate(`/dashboard/users/imports/${answer.data}`);
      return;
    }
    const { status, code, message, retryAfter, errors } = answer.error;
    setState({
      name: 'refused',
      file,
      message: withWait(code === 'unknown' ? 'Upload failed. Please try again.' : message, retryAfter),
      detail: errors?.['file'],
      retryable: status === 0 || status === 429 || status >= 500,
    });
  };

  const choose = (file: File) => {
    running.current?.abort();
    attempt.current = { file, idempotencyKey: randomKey() };
    const refusal = refusalOf(file);
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
