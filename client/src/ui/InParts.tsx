import { type ReactNode, startTransition, useEffect, useState } from 'react';

import { nextTask } from '~/lib/inPieces';
import { holdOutline, isBehindOutline } from '~/lib/outline';

/** Its children: behind an outline one more in each task, so that none of them is long; else all at once. */
export function InParts({ children }: { readonly children: ReactNode }) {
  const parts = Array.isArray(children) ? (children as readonly ReactNode[]) : null;
  const [drawn, setDrawn] = useState(() => (isBehindOutline() ? 0 : Infinity));
  const isWhole = drawn >= (parts?.length ?? 1);
  useEffect(() => (isWhole ? undefined : holdOutline()), [isWhole]);
  useEffect(() => {
    if (isWhole) return undefined;
    let here = true;
    void nextTask().then(() => {
      if (!here) return;
      // React works on a transition in parts as well.
      startTransition(() => {
        setDrawn(drawn + 1);
      });
    });
    return () => {
      here = false;
    };
  }, [drawn, isWhole]);
  return isWhole ? children : parts?.slice(0, drawn);
}
