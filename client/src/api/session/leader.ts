const LOCK = 'waymark-session-leader';

/**
 * Calls `lead` in one tab at a time: in the next one when the leading tab is closed. Web Locks exist only in secure
 * contexts; elsewhere every tab leads, and the server gives all the same next token. Returns the function that resigns.
 */
export function leadWhenAlone(lead: () => void): () => void {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) {
    lead();
    return () => undefined;
  }
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  const leading = new Promise<void>((resolve) => {
    release = resolve;
  });
  const takeOver = (): Promise<void> => {
    lead();
    return leading;
  };
  // Rejected when it is aborted while waiting: then there is nothing to resign from.
  locks.request(LOCK, { signal: waiting.signal }, takeOver).catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}
