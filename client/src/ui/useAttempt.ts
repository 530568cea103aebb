import { useState } from 'react';

/** Something that the device or the server may refuse. `attempt` gives the sentence to show; null when it is done, or nothing is to be said. */
export function useAttempt(attempt: () => Promise<string | null>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async () => {
    setError(null);
    setBusy(true);
    setError(await attempt());
    setBusy(false);
  };
  return { run: () => void run(), busy, error, setError };
}
