/**
 * Two who cannot see each other close: each holds a lock while it lives, and asks for the other's. The browser gives a
 * lock back whatever its holder has died of.
 */

/** Resolves once the lock is held, which it then is for as long as this tab or worker lives. */
export function holdForLife(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, hold).catch(reject);
  });
}

/** Calls back once whoever holds the lock is gone. */
export function whenGone(name: string, callBack: () => void): void {
  // Rejected only when this side goes itself.
  navigator.locks.request(name, callBack).catch(() => undefined);
}
