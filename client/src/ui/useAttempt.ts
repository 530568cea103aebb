import { useState } from 'react';

import { messageOf } from '~/api/problem';

/**
 * Something that the device or the server may refuse. `attempt` gives the error, which may be a sentence; null or
 * undefined when it is done, or nothing is to be said.
 */
export function useAttempt(attempt: () => Promise<unknown>, fallback: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async () => {
    setError(null);
    setBusy(true);
    const failure = await attempt();
    setError(failure === null || failure === undefined ? null : messageOf(failure, fallback));
    setBusy(false);
  };
  return { run: () => void run(), busy, error, setError };
}
