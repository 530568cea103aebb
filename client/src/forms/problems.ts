import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { isProblem } from '~/api/problem';

/**
 * Shows the server's errors at the form's fields and focuses the first of them. False when no field has one: the caller
 * shows the sentence above the form.
 */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const errors = isProblem(error) ? (error.errors ?? {}) : {};
  const names = (Object.keys(form.getValues()) as FieldPath<Values>[]).filter((name) => errors[name] !== undefined);
  names.forEach((name, index) => {
    form.setError(name, { type: 'server', message: errors[name] ?? '' }, { shouldFocus: index === 0 });
  });
  return names.length > 0;
}
