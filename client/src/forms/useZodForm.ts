import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';

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
): UseFormReturn<Values> {
  return useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}
