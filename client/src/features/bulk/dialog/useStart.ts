import { useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { randomKey } from '~/lib/randomKey';

import { type BulkRequest, useStartJobMutation } from '../api';

interface Attempt {
  readonly key: string;
  /** Of the same selection, which stays while the dialog is open. */
  readonly order: string;
}

const isPending = (error: unknown) => isProblem(error) && (error.status === 0 || error.status >= 500);

/** Starts a job; its id, or null with the failure to show. The server takes the repeat of an unanswered start for the same one. */
export function useStart() {
  const [send, { isLoading }] = useStartJobMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const pending = useRef<Attempt | null>(null);
  const start = async (select: BulkRequest['select'], rest: Omit<BulkRequest, 'select'>): Promise<string | null> => {
    setFailure(null);
    const order = JSON.stringify(rest);
    const key = pending.current?.order === order ? pending.current.key : randomKey();
    const { data, error } = await send({ idempotencyKey: key, bulkRequest: { select, ...rest } });
    pending.current = isPending(error) ? { key, order } : null;
    if (error !== undefined) setFailure(messageOf(error, 'This could not be started.'));
    return data?.id ?? null;
  };
  return { start, starting: isLoading, failure };
}
