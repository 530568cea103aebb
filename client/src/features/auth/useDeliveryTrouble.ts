import { useState } from 'react';

import { serverNow } from '~/lib/clock';
import { useSecondsUntil } from '~/lib/useSecondsUntil';

import type { CodeAnswer } from './api';
import type { FlowState } from './flowState';

const SLOW_AFTER = 20_000;

export type DeliveryTrouble = 'failed' | 'slow' | null;

/** Whether the code could not be delivered, or is still queued after 20 s. Password resets never reveal delivery problems. */
export function useDeliveryTrouble(code: CodeAnswer, context: FlowState['context']): DeliveryTrouble {
  const [watched, setWatched] = useState({ code: code.expiresAt, since: serverNow() });
  if (watched.code !== code.expiresAt) setWatched({ code: code.expiresAt, since: serverNow() });
  const slow = useSecondsUntil(watched.since + SLOW_AFTER) === 0;
  if (code.expiresAt === null || context === 'PASSWORD_RESET') return null;
  if (code.delivery === 'failed') return 'failed';
  return slow && code.delivery === 'queued' ? 'slow' : null;
}
