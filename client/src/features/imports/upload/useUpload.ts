import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Problem } from '~/api/problem';
import { renewSession } from '~/api/session/lifecycle';
import { useAppDispatch } from '~/lib/dispatch';
import { withWait } from '~/lib/format';
import { randomKey } from '~/lib/randomKey';

import { importsChanged } from '../api';
import { checkFile } from './checkFile';
import { uploadFile } from './uploadFile';

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
    () => () => {
      running.current?.abort();
    },
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
