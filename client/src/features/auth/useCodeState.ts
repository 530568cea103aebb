import { useEffect } from 'react';

import { isProblem } from '~/api/problem';
import { useRealtime } from '~/realtime/extra';
import { usePolledQuery } from '~/realtime/usePolledQuery';

import { type CodeAnswer, useReadStateQuery } from './api';

const POLL_UNDERWAY_EVERY = 2_000;
const POLL_EVERY = 10_000;

const isOver = (error: unknown) => isProblem(error) && error.status === 401;

function intervalOf(code: CodeAnswer | undefined): number {
  if (code === undefined) return 0;
  return code.expiresAt !== null && code.delivery === 'queued' ? POLL_UNDERWAY_EVERY : POLL_EVERY;
}

/** The state of the flow's code: pushed as it changes, polled without a live connection. */
export function useCodeState(userId: string) {
  const realtime = useRealtime();
  const { currentData: code, error, refetch } = usePolledQuery(useReadStateQuery, { userId }, {
    intervalOf: ({ currentData, error: failure }, live) => (live || isOver(failure) ? 0 : intervalOf(currentData)),
  });
  const over = isOver(error);

  // Without a token the connection is authenticated by the flow's cookie.
  useEffect(() => (over ? undefined : realtime.hold()), [realtime, over]);
  return {
    code,
    error,
    refetch: () => void refetch(),
  };
}
