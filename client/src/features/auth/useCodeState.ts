import { useEffect, useState } from 'react';

import { isProblem } from '~/api/problem';
import { serverNow, useSecondsUntil } from '~/lib/clock';
import { usePolledQuery, useRealtime } from '~/realtime/extra';

import { type CodeAnswer, useReadStateQuery } from './api';
import type { FlowState } from './flowState';

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
  return { code, error, refetch: () => void refetch() };
}

const SLOW_AFTER = 20_000;

export type DeliveryTrouble = 'failed' | 'slow' | null;

/** Whether the code could not be delivered, or is still queued after 20 s. Password resets never reveal delivery problems. */
export function useDeliveryTrouble(code: CodeAnswer, context: FlowState['context']): DeliveryTrouble {
  const [watched, setWatched] = useState({ code: code.expiresAt, since: serverNow() });
  if (watched.code !== code.expiresAt) setWatched({ code: code.expiresAt, since: serverNow() });
  const slow = useSecondsUntil(watched.since + SLOW_AFTER) === 0;
  if (code.expiresAt === null || context === 'PASSWORD_RESET') return null;
  if (code.delivery === 'failed') return 'failed';
  return slow && code.delivery === 'queued' ? 'slow' : null;
}
