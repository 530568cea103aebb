import { dropDraft } from '~/forms/drafts';

/** What was typed into the sign-up, without its passwords. It is the tab's: there is no account yet. */
export const SIGNUP_DRAFT = { name: 'signup', userId: '', fields: ['fullName', 'email', 'phone'] } as const;

export function dropSignupDraft(): void {
  dropDraft(SIGNUP_DRAFT.name);
}
