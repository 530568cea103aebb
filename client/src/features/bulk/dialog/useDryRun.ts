import { useEffect, useEffectEvent, useState } from 'react';

import { type BulkRequest, useTryJobMutation } from '../api';

/** What the request would do now; asked for again when it is another one, and when it is asked to. Null asks nothing. */
export function useDryRun(request: BulkRequest | null) {
  const [ask, { data, error, originalArgs }] = useTryJobMutation();
  const [attempt, setAttempt] = useState(0);
  // The selection stays the same while the dialog is open.
  const key = request === null ? null : JSON.stringify([attempt, request.set ?? null, request.batchId ?? null]);
  const start = useEffectEvent((askedKey: string) => (request === null ? undefined : ask({ key: askedKey, bulkRequest: request })));
  useEffect(() => {
    if (key === null) return undefined;
    const running = start(key);
    return () => {
      running?.abort();
    };
  }, [key]);
  const isCurrent = key !== null && originalArgs?.key === key;
  return {
    preview: isCurrent ? data : undefined,
    error: isCurrent ? error : undefined,
    again: () => {
      setAttempt(attempt + 1);
    },
  };
}
