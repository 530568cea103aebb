import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs when the value has become another one; not for the first that is known. */
export function useOnChange(value: string | undefined, run: () => void): void {
  const seen = useRef(value);
  const onChange = useEffectEvent(run);
  useEffect(() => {
    const before = seen.current;
    if (value === undefined || value === before) return;
    seen.current = value;
    if (before !== undefined) onChange();
  }, [value]);
}
