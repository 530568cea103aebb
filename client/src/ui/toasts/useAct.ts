import { messageOf } from '~/api/problem';

import { useToasts } from './slice';

type Answer<Data> = { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown };
type Mutation<Arg, Data> = readonly [(arg: Arg) => PromiseLike<Answer<Data>>, { readonly isLoading: boolean }];

/** A mutation whose refusal is shown in a toast: `act` gives its answer, undefined when it was refused. */
export function useAct<Arg, Data>([send, { isLoading }]: Mutation<Arg, Data>, failure: string) {
  const toasts = useToasts();
  const act = async (arg: Arg): Promise<Data | undefined> => {
    const { data, error } = await send(arg);
    if (error !== undefined) toasts.error(messageOf(error, failure));
    return data;
  };
  return { act, busy: isLoading };
}
