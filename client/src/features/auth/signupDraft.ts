import * as z from 'zod/mini';

import { DRAFT_PREFIX } from '~/api/session/storage';
import { readItem, removeItem, writeItem } from '~/lib/storage';

const KEY = `${DRAFT_PREFIX}signup`;

const draftSchema = z.object({ fullName: z.string(), email: z.string(), phone: z.string() });

/** What was typed into the sign-up, without its passwords: it is there again when a mistyped contact leads back. */
export type SignupDraft = z.infer<typeof draftSchema>;

const EMPTY: SignupDraft = { fullName: '', email: '', phone: '' };

export function readSignupDraft(): SignupDraft {
  try {
    return draftSchema.parse(JSON.parse(readItem('sessionStorage', KEY) ?? ''));
  } catch {
    return EMPTY;
  }
}

export function keepSignupDraft({ fullName, email, phone }: SignupDraft): void {
  writeItem('sessionStorage', KEY, JSON.stringify({ fullName, email, phone }));
}

export function dropSignupDraft(): void {
  removeItem('sessionStorage', KEY);
}
