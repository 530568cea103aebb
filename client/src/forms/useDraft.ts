import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { DRAFT_PREFIX } from '~/api/session/storage';
import { isOwnField } from '~/lib/ownNames';
import { readItem, removeItem, writeItem } from '~/lib/storage';

const LIVES_FOR = 24 * 3_600_000;

const draftSchema = z.object({
  userId: z.string(),
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
});

/** What is typed and not yet saved, by field; never a password. */
export type Draft = Readonly<Record<string, string>>;

/** This tab's draft of `name`, if `userId` has typed it within 24 h; a draft of another account is removed. */
export function readDraft(name: string, userId: string): Draft | null {
  const stored = readItem('sessionStorage', DRAFT_PREFIX + name);
  if (stored === null) return null;
  try {
    const draft = draftSchema.parse(JSON.parse(stored));
    const age = Date.now() - draft.savedAt;
    if (draft.userId === userId && age >= 0 && age < LIVES_FOR) return draft.values;
  } catch {
    // Nothing that we have written.
  }
  dropDraft(name);
  return null;
}

export function keepDraft(name: string, userId: string, values: Draft): void {
  writeItem('sessionStorage', DRAFT_PREFIX + name, JSON.stringify({ userId, savedAt: Date.now(), values }));
}

export function dropDraft(name: string): void {
  removeItem('sessionStorage', DRAFT_PREFIX + name);
}

interface DraftOptions<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Names the form, the same at every visit. */
  readonly name: string;
  /** The owner: no other account finds it. */
  readonly userId: string;
}

/** The fields of a draft: all texts but passwords. */
function draftOf(values: FieldValues): Draft {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => typeof value === 'string' && !/password/iu.test(name)));
}

/**
 * Keeps an unsaved form, without its passwords, in this tab for 24 h: over a reload, an expired session and a new sign-in
 * of the same user. Returns the function that drops it.
 */
export function useDraft<Values extends FieldValues>({ form, name, userId }: DraftOptions<Values>): () => void {
  useEffect(() => {
    const known = draftOf(form.getValues());
    for (const [field, text] of Object.entries(readDraft(name, userId) ?? {})) {
      // Own fields of the company are in the form once they are known.
      if (field in known || isOwnField(field)) form.setValue(field as FieldPath<Values>, text as FieldPathValue<Values, FieldPath<Values>>, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        keepDraft(name, userId, draftOf(values));
      },
    });
  }, [form, name, userId]);

  return () => dropDraft(name);
}
