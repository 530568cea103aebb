/** Web Locks, as far as exclusive locks need them. */
export function createLocks() {
  const turns = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, given: unknown, granted?: () => Promise<unknown>) => {
      const signal = typeof given === 'object' && given !== null ? (given as { signal: AbortSignal }).signal : null;
      const work = (granted ?? given) as () => Promise<unknown>;
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => {
        if (signal?.aborted === true) return undefined;
        return work();
      });
      turns.set(
        name,
        turn.catch(() => undefined),
      );
      if (signal === null) return turn;
      return Promise.race([
        turn,
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
      ]);
    },
  };
}
