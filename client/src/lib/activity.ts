import { BRAND_NAME } from './brand';

/** One thing that was done in a company, as its trail keeps it. */
export interface Deed {
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly subjectLabel: string | null;
}

interface Activity {
  /** What it is called where it is chosen. */
  readonly label: string;
  /** Who did it to whom, or to what. */
  readonly say: (who: string, whom: string) => string;
}

export const ACTIVITIES = {
  login: { label: 'Signed in', say: (who) => `${who} signed in` },
  login_failed: { label: 'Sign-in failed', say: (_who, whom) => `Signing in as ${whom} failed` },
  logout: { label: 'Signed out', say: (who) => `${who} signed out` },
  code_locked: { label: 'Code locked', say: (_who, whom) => `A code of ${whom} was locked after too many attempts` },
  password_set: { label: 'Password set', say: (who) => `${who} set a password` },
  password_changed: { label: 'Password changed', say: (who) => `${who} changed their password` },
  password_change_failed: { label: 'Password change failed', say: (who) => `${who} entered a wrong current password` },
  password_reset: { label: 'Password reset', say: (who) => `${who} reset their password` },
  session_revoked: { label: 'Device signed out', say: (who) => `${who} signed out a device` },
  token_reuse: { label: 'Session stopped', say: (who) => `A session of ${who} was stopped, as its token was used twice` },
  company_created: { label: 'Company registered', say: (who) => `${who} registered the company` },
  company_trusted: { label: 'Company verified', say: () => `${BRAND_NAME} verified the company` },
  user_created: { label: 'User created', say: (who, whom) => `${who} created ${whom}` },
  user_edited: { label: 'User edited', say: (who, whom) => `${who} edited ${whom}` },
  user_invited: { label: 'User invited', say: (who, whom) => `${who} invited ${whom} again` },
  users_exported: { label: 'Users exported', say: (who) => `${who} exported users to a file` },
  invitations_stopped: { label: 'Invitations stopped', say: (_who, whom) => `${whom} does not know the company and stopped its invitations` },
  user_deleted: { label: 'User deleted', say: (who, whom) => `${who} deleted ${whom}` },
  import_uploaded: { label: 'File uploaded', say: (who, whom) => `${who} uploaded ${whom}` },
  import_started: { label: 'Import started', say: (who, whom) => `${who} started the import of ${whom}` },
  import_invited: { label: 'Import invited', say: (who, whom) => `${who} invited the people of ${whom}` },
  import_ended: { label: 'Import ended', say: (_who, whom) => `The import of ${whom} ended` },
} as const satisfies Readonly<Record<string, Activity>>;

const known: Readonly<Record<string, Activity>> = ACTIVITIES;

/** "profile_edited", "workLocation", "isActive" -> "Profile edited", "Work location", "Active". */
export function inWords(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z_])_?/u, '')
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did something, as far as it is known; null when no account did it. */
export function actorOf({ actorId, actorName }: Pick<Deed, 'actorId' | 'actorName'>): string | null {
  return actorName ?? (actorId === null ? null : 'A deleted user');
}

export function activityLabel(action: string): string {
  return known[action]?.label ?? inWords(action);
}

/** A sentence for what was done. */
export function sayActivity(deed: Deed): string {
  const who = actorOf(deed) ?? BRAND_NAME;
  const whom = deed.subjectLabel ?? 'a user';
  return known[deed.action]?.say(who, whom) ?? `${who}: ${activityLabel(deed.action).toLowerCase()}`;
}
