import { useEffect, useState } from 'react';

/** A typed text once the typing pauses; an empty one at once. */
export function useSettled(text: string, pause = 400): string {
  const [settled, setSettled] = useState(text);
  if (text === '' && settled !== '') setSettled('');
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, settled, pause]);
  return settled;
}
