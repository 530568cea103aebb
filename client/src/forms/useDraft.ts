import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';

import { dropDraft, keepDraft, readDraft } from './drafts';

interface DraftOptions<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Names the form, the same at every visit. */
  readonly name: string;
  /** The owner: no other account finds it. */
  readonly userId: string;
}

/** The fields of a draft: all texts but passwords. */
function draftFields<Values extends FieldValues>(form: UseFormReturn<Values>): FieldPath<Values>[] {
  const texts = Object.entries(form.getValues()).filter(([name, value]) => typeof value === 'string' && !/password/iu.test(name));
  return texts.map(([name]) => name as FieldPath<Values>);
}

/**
 * Keeps an unsaved form, without its passwords, in this tab for 24 h: over a reload, an expired session and a new sign-in
 * of the same user. Returns the function that drops it.
 */
export function useDraft<Values extends FieldValues>({ form, name, userId }: DraftOptions<Values>): () => void {
  useEffect(() => {
    const fields = draftFields(form);
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
  }, [form, name, userId]);

  return () => {
    dropDraft(name);
  };
}
