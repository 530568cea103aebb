import { useEffect } from 'react';

import type { FlowStateAnswer } from './api';

/** The tab with the code continues at once; the other tabs wait this long. */
const FOLLOW_AFTER = 1_500;

interface FollowedFlow {
  readonly code: FlowStateAnswer;
  readonly goOn: () => void;
}

/** Goes on where the code was verified without this page: in another tab, or just before a reload. */
export function useFollowedFlow({ code, goOn }: FollowedFlow): void {
  const verified = code.state !== 'code_required';
  useEffect(() => {
    if (!verified) return undefined;
    const timer = setTimeout(goOn, FOLLOW_AFTER);
    return () => {
      clearTimeout(timer);
    };
    // Once for each step of the flow; what `goOn` closes over makes no other step of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [verified, code.nextStep]);
}
