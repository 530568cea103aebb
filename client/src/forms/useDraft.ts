import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';

import { dropDraft, keepDraft, readDraft } from './drafts';

interface DraftOptions<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** What is filled in, the same at every visit. */
  readonly name: string;
  /** Whose it is: no other account finds it. */
  readonly userId: string;
  /** Those that are kept, texts all of them; never a password. */
  readonly fields: readonly FieldPath<Values>[];
}

/**
 * Keeps an unsaved form in this tab over a reload, an expired session and a new sign-in of the same person, for 24 h.
 * Returns how to drop it, once it is saved.
 */
export function useDraft<Values extends FieldValues>({ form, name, userId, fields }: DraftOptions<Values>): () => void {
  useEffect(() => {
    const kept = readDraft(name, userId);
    for (const field of fields) {
      const text = kept?.[field];
      if (text !== undefined) form.setValue(field, text as FieldPathValue<Values, typeof field>, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const texts = fields.map((field) => [field, String(values[field])]);
        keepDraft(name, userId, Object.fromEntries(texts) as Record<string, string>);
      },
    });
  }, [form, name, userId, fields]);

  return () => {
    dropDraft(name);
  };
}
