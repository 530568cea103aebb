import * as z from 'zod/mini';

import { DRAFT_PREFIX } from '~/api/session/storage';
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
