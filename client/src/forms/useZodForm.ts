import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';

import { type Answer, isProblem, messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

/**
 * Shows the server's errors at the form's fields and focuses the first of them. False when no field has one: the caller
 * shows the sentence above the form.
 */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const errors = isProblem(error) ? (error.errors ?? {}) : {};
  // The company's own fields are beside the others, and the server has them together.
  const errorOf = (name: string) => errors[name.replace(/^field:/u, 'fields.')];
  const names = (Object.keys(form.getValues()) as FieldPath<Values>[]).filter((name) => errorOf(name) !== undefined);
  names.forEach((name, index) => {
    form.setError(name, { type: 'server', message: errorOf(name) ?? '' }, { shouldFocus: index === 0 });
  });
  return names.length > 0;
}

/** Shows why a submit was refused: at the fields, else above the form. `error` may be a sentence. */
export function showFailure<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown, fallback: string): void {
  if (!showFieldErrors(form, error)) form.setError('root', { message: messageOf(error, fallback) });
}

/** Empty text for every field of a schema; `others` holds the values of fields that are no text. */
export function emptyValues<Values extends FieldValues>(
  schema: $ZodType<Values, Values> & { readonly shape: object },
  others: Partial<Values> = {},
): Values {
  return { ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ''])), ...others } as Values;
}

/** A form checked by its schema on submit; an error clears when its field is edited; the first one is focused. */
export function useZodForm<Values extends FieldValues>(
  schema: $ZodType<Values, Values>,
  defaultValues: DefaultValues<Values>,
  options: Pick<UseFormProps<Values>, 'reValidateMode'> = {},
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(schema), defaultValues, ...options });
}

type Mutation<Arg, Data> = readonly [(arg: Arg) => PromiseLike<Answer<Data>>, { readonly isLoading: boolean }];

/** A mutation whose refusal is shown in its form, and its success in a toast: `send` gives its answer, undefined when refused. */
export function useSubmit<Values extends FieldValues, Arg, Data>(form: UseFormReturn<Values>, [call, { isLoading }]: Mutation<Arg, Data>, failure: string, success: (data: Data) => string) {
  const toasts = useToasts();
  const send = async (arg: Arg): Promise<Data | undefined> => {
    const { data, error } = await call(arg);
    if (data === undefined) showFailure(form, error, failure);
    else toasts.success(success(data));
    return data;
  };
  return { send, busy: isLoading };
}
