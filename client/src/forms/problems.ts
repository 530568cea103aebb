import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { isProblem } from '~/api/problem';

/**
 * Shows a failure once: what the server says about a field of this form stands there, the first one focused; true when
 * that tells all. Whoever gets false shows the sentence above the form.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: readonly FieldPath<Values>[],
  error: unknown,
): boolean {
  if (!isProblem(error) || error.errors === undefined) return false;
  const told = names.filter((name) => error.errors?.[name] !== undefined);
  told.forEach((name, index) => {
    form.setError(name, { type: 'server', message: error.errors?.[name] ?? '' }, { shouldFocus: index === 0 });
  });
  return told.length > 0;
}
