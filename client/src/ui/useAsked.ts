import { useState } from 'react';

/** What a dialog asks about; it stays the same while the dialog closes. */
export function useAsked<What extends object>() {
  const [asked, setAsked] = useState<What | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = (what: What) => {
    setAsked(what);
    setAsking(true);
  };
  return { asked, asking, ask, close: () => setAsking(false) };
}
