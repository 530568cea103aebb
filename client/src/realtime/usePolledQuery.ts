import type { BaseQueryFn, TypedUseQuery } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';

import { useIsLive } from './extra';

interface Answer<Data> {
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
}

interface PollingOptions<Data> {
  /** Milliseconds until the next request, 0 for none; `live` while events are pushed. */
  readonly intervalOf: (answer: Answer<Data>, live: boolean) => number;
  readonly refetchOnMountOrArgChange?: boolean;
  readonly refetchOnFocus?: boolean;
}

/** A query that repeats itself at an interval that depends on its last answer. A page in the background does not ask. */
export function usePolledQuery<Data, Argument, BaseQuery extends BaseQueryFn>(
  useQuery: TypedUseQuery<Data, Argument, BaseQuery>,
  argument: NoInfer<Argument>,
  { intervalOf, ...options }: PollingOptions<Data>,
) {
  const live = useIsLive();
  const [pollingInterval, setPollingInterval] = useState(0);
  const answer = useQuery(argument as Parameters<typeof useQuery>[0], { ...options, pollingInterval, skipPollingIfUnfocused: true });
  const wanted = intervalOf(answer, live);
  if (wanted !== pollingInterval) setPollingInterval(wanted);
  return answer;
}

/** Repeats only while no events are pushed. */
export const unlessLive = (interval: number) => (_answer: unknown, live: boolean) => (live ? 0 : interval);
