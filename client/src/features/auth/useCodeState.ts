import { useEffect } from 'react';

import { isProblem } from '~/api/problem';
import { useIsLive, useRealtime } from '~/realtime/extra';

import { type CodeAnswer, useReadStateQuery } from './api';

const POLL_UNDERWAY_EVERY = 2_000;
const POLL_EVERY = 10_000;

/** What the server knows about the flow's code: pushed as it changes; asked for only while there is no live connection. */
export function useCodeState(userId: string) {
  const realtime = useRealtime();
  const live = useIsLive();
  const { currentData: code, error, refetch } = useReadStateQuery({ userId });
  const over = isProblem(error) && error.status === 401;

  // Before a token the connection stands by the flow's cookie.
  useEffect(() => (over ? undefined : realtime.hold()), [realtime, over]);
  useReadStateQuery(
    { userId },
    {
      skip: live || over || code === undefined,
      pollingInterval: isUnderway(code) ? POLL_UNDERWAY_EVERY : POLL_EVERY,
      skipPollingIfUnfocused: true,
    },
  );
  return {
    code,
    error,
    refetch: () => void refetch(),
  };
}

function isUnderway(code: CodeAnswer | undefined): boolean {
  return code !== undefined && code.expiresAt !== null && code.delivery === 'queued';
}
