/** Web Locks, as far as exclusive locks need them; a holder can die without giving its lock back. */
export function createLocks() {
  const turns = new Map<string, Promise<unknown>>();
  const deaths = new Map<string, () => void>();
  return {
    request: (name: string, given: unknown, granted?: () => Promise<unknown>) => {
      const signal = typeof given === 'object' && given !== null ? (given as { signal: AbortSignal }).signal : null;
      const work = (granted ?? given) as () => Promise<unknown>;
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => {
        if (signal?.aborted === true) return undefined;
        const death = new Promise<void>((resolve) => deaths.set(name, resolve));
        return Promise.race([work(), death]);
      });
      turns.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
    /** Those that were ever asked for with this beginning, oldest first. */
    names: (beginning: string) => [...turns.keys()].filter((name) => name.startsWith(beginning)),
    /** Whoever holds it is gone. */
    bury: (name: string) => deaths.get(name)?.(),
  };
}
