import { useEffect, useRef, useState } from 'react';

import { isProblem } from '~/api/problem';

const ASK_AFTER = 400;

interface Asked {
  readonly abort: () => void;
  readonly unwrap: () => Promise<{ readonly available: boolean }>;
}

/**
 * Whether another account has this value, checked while it is typed; null skips the check. It is only a hint: errors of
 * the limit or the network are ignored.
 */
export function useTaken(value: string | null, ask: (value: string) => Asked): boolean {
  const [taken, setTaken] = useState<string | null>(null);
  const quietUntil = useRef(0);

  useEffect(() => {
    if (value === null) return undefined;
    let asked: Asked | undefined;
    const readAnswer = async (question: Asked) => {
      try {
        const { available } = await question.unwrap();
        setTaken(available ? null : value);
      } catch (error) {
        if (isProblem(error)) quietUntil.current = Date.now() + (error.retryAfter ?? 0) * 1000;
      }
    };
    const timer = setTimeout(() => {
      if (Date.now() < quietUntil.current) return;
      asked = ask(value);
      void readAnswer(asked);
    }, ASK_AFTER);
    return () => {
      clearTimeout(timer);
      asked?.abort();
    };
    // `ask` makes the same request of the same value, whenever it was made.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);

  return value !== null && taken === value;
}
