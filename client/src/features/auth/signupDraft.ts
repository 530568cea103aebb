import { dropDraft } from '~/forms/drafts';

/** The draft of the sign-up. It belongs to the tab: there is no account yet. */
export const SIGNUP_DRAFT = { name: 'signup', userId: '' } as const;

export function dropSignupDraft(): void {
  dropDraft(SIGNUP_DRAFT.name);
}
