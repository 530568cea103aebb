import { useRef } from 'react';

import { randomKey } from '~/lib/randomKey';

import { isProblem } from './problem';

interface Attempt {
  readonly key: string;
  readonly body: string;
}

const isPending = (error: unknown) => isProblem(error) && (error.status === 0 || error.status >= 500);

/** Sends with an idempotency key: the repeat of an unanswered submission has the same key, so that the server does it once. */
export function useSendOnce() {
  const pending = useRef<Attempt | null>(null);
  return async <Answer extends { readonly error?: unknown }>(body: string, send: (key: string) => PromiseLike<Answer>): Promise<Answer> => {
    const key = pending.current?.body === body ? pending.current.key : randomKey();
    const answer = await send(key);
    pending.current = isPending(answer.error) ? { key, body } : null;
    return answer;
  };
}
