/** What a query's `refetch` and `initiate` answer with; for a request that is under way already, that request's answer. */
interface Answered {
  readonly startedTimeStamp?: number | undefined;
}

/** Undefined where there is nothing to wait for: tags are invalidated once no request is under way. */
export type Refetch = () => PromiseLike<Answered> | undefined;

/**
 * Refetches what a change was heard of; after the answer that is under way, once more: it may have been read before the
 * change.
 */
export async function fetchAnew(refetch: Refetch, isOver: () => boolean): Promise<void> {
  const heardAt = Date.now();
  const answer = await refetch();
  if ((answer?.startedTimeStamp ?? heardAt) < heardAt && !isOver()) await refetch();
}
