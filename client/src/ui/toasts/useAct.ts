import { type Answer, messageOf } from '~/api/problem';

import { useToasts } from './slice';

type Mutation<Arg, Data> = readonly [(arg: Arg) => PromiseLike<Answer<Data>>, { readonly isLoading: boolean }];

/** A mutation whose refusal, and success if asked, is shown in a toast: `act` gives its answer, undefined when refused. */
export function useAct<Arg, Data>([send, { isLoading }]: Mutation<Arg, Data>, failure: string, success?: string | ((data: NonNullable<Data>) => string)) {
  const toasts = useToasts();
  const act = async (arg: Arg): Promise<Data | undefined> => {
    const { data, error } = await send(arg);
    if (error !== undefined) toasts.error(messageOf(error, failure));
    else if (typeof success === 'string') toasts.success(success);
    else if (success !== undefined && data !== undefined && data !== null) toasts.success(success(data));
    return data;
  };
  return { act, busy: isLoading };
}
