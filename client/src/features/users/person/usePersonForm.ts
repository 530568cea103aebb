import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form';

import { createUserSchema, type CreateUserValues } from '../create/createUserSchema';
import { changedFields } from './personValues';

const check = zodResolver(createUserSchema);

/**
 * The rules of a new account for what has changed. What an import has left empty or its rules have let through can stay,
 * as the server has it, too.
 */
const judgeChanges: Resolver<CreateUserValues, CreateUserValues> = async (values, base, options) => {
  const { errors } = await check(values, undefined, options);
  const judged = new Set<string>(changedFields(values, base ?? values));
  if (judged.has('profile')) judged.add('role');
  const left = Object.fromEntries(Object.entries(errors).filter(([name]) => judged.has(name)));
  return Object.keys(left).length === 0 ? { values, errors: {} } : { values: {}, errors: left };
};

/** The form of a person who has an account; `base` is what was read from the server. */
export function usePersonForm(values: CreateUserValues, base: CreateUserValues): UseFormReturn<CreateUserValues> {
  return useForm<CreateUserValues, CreateUserValues>({
    resolver: judgeChanges,
    context: base,
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}
