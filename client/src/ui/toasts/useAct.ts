import { messageOf } from '~/api/problem';

import { useToasts } from './slice';

type Answer<Data> = { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown };
export type Mutation<Arg, Data> = readonly [(arg: Arg) => PromiseLike<Answer<Data>>, { readonly isLoading: boolean }];

/**
 * A mutation whose refusal is shown in a toast, and its success where there is a sentence for it: `act` gives its answer,
 * undefined when it was refused.
 */
export function useAct<Arg, Data>([send, { isLoading }]: Mutation<Arg, Data>, failure: string, done?: string | ((data: NonNullable<Data>) => string)) {
  const toasts = useToasts();
  const act = async (arg: Arg): Promise<Data | undefined> => {
    const { data, error } = await send(arg);
    if (error !== undefined) toasts.error(messageOf(error, failure));
    else if (typeof done === 'string') toasts.success(done);
    else if (done !== undefined && data) toasts.success(done(data));
    return data;
  };
  return { act, busy: isLoading };
}
