import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { DRAFT_PREFIX } from '~/api/session/storage';
import { readItem, removeItem, writeItem } from '~/lib/storage';

const LIVES_FOR = 24 * 3_600_000;

const draftSchema = z.object({
  userId: z.string(),
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
});

function readDraft(key: string, userId: string): Readonly<Record<string, string>> | null {
  const stored = readItem('sessionStorage', key);
  if (stored === null) return null;
  try {
    const draft = draftSchema.parse(JSON.parse(stored));
    const age = Date.now() - draft.savedAt;
    if (draft.userId === userId && age >= 0 && age < LIVES_FOR) return draft.values;
  } catch {
    // Nothing that we have written.
  }
  removeItem('sessionStorage', key);
  return null;
}

interface Draft<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** What is filled in, the same at every visit. */
  readonly name: string;
  /** Whose it is: nobody else finds it. */
  readonly userId: string;
  /** Those that are kept, texts all of them; never a password. */
  readonly fields: readonly FieldPath<Values>[];
}

/**
 * Keeps an unsaved form in this tab over a reload, an expired session and a new sign-in of the same person, for 24 h.
 * Returns how to drop it, once it is saved.
 */
export function useDraft<Values extends FieldValues>({ form, name, userId, fields }: Draft<Values>): () => void {
  const key = DRAFT_PREFIX + name;

  useEffect(() => {
    const kept = readDraft(key, userId);
    for (const field of fields) {
      const text = kept?.[field];
      if (text !== undefined) form.setValue(field, text as FieldPathValue<Values, typeof field>, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const texts = fields.map((field) => [field, String(values[field])]);
        const draft = { userId, savedAt: Date.now(), values: Object.fromEntries(texts) as Record<string, string> };
        writeItem('sessionStorage', key, JSON.stringify(draft));
      },
    });
  }, [form, key, userId, fields]);

  return () => {
    removeItem('sessionStorage', key);
  };
}
