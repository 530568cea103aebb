import { BRAND_NAME } from './brand';

/** One entry of a company's audit trail. */
export interface AuditEntry {
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly subjectLabel: string | null;
}

interface Activity {
  /** Its name in lists and filters. */
  readonly label: string;
  /** A sentence with the actor and the target. */
  readonly say: (actor: string, target: string) => string;
}

export const ACTIVITIES = {
  login: { label: 'Logged in', say: (actor) => `${actor} logged in` },
  login_failed: { label: 'Login failed', say: (_actor, target) => `Logging in as ${target} failed` },
  logout: { label: 'Logged out', say: (actor) => `${actor} logged out` },
  code_locked: { label: 'Code locked', say: (_actor, target) => `A code of ${target} was locked after too many attempts` },
  password_set: { label: 'Password set', say: (actor) => `${actor} set a password` },
  password_changed: { label: 'Password changed', say: (actor) => `${actor} changed their password` },
  password_change_failed: { label: 'Password change failed', say: (actor) => `${actor} entered a wrong current password` },
  password_reset: { label: 'Password reset', say: (actor) => `${actor} reset their password` },
  session_revoked: { label: 'Device logged out', say: (actor) => `${actor} logged out a device` },
  token_reuse: { label: 'Session stopped', say: (actor) => `A session of ${actor} was stopped, as its token was used twice` },
  company_created: { label: 'Company registered', say: (actor) => `${actor} registered the company` },
  company_trusted: { label: 'Company verified', say: () => `${BRAND_NAME} verified the company` },
  company_settings_changed: { label: 'Company settings changed', say: (actor) => `${actor} changed the company's settings` },
  user_created: { label: 'User created', say: (actor, target) => `${actor} created ${target}` },
  user_edited: { label: 'User edited', say: (actor, target) => `${actor} edited ${target}` },
  user_invited: { label: 'User invited', say: (actor, target) => `${actor} invited ${target} again` },
  users_exported: { label: 'Users exported', say: (actor) => `${actor} exported users to a file` },
  invitations_stopped: { label: 'Invitations stopped', say: (_actor, target) => `${target} does not know the company and stopped its invitations` },
  user_deleted: { label: 'User deleted', say: (actor, target) => `${actor} deleted ${target}` },
  import_uploaded: { label: 'File uploaded', say: (actor, target) => `${actor} uploaded ${target}` },
  import_started: { label: 'Import started', say: (actor, target) => `${actor} started the import of ${target}` },
  import_paused: { label: 'Import paused', say: (actor, target) => `${actor} paused the import of ${target}` },
  import_resumed: { label: 'Import resumed', say: (actor, target) => `${actor} resumed the import of ${target}` },
  import_undo_started: { label: 'Undo started', say: (actor, target) => `${actor} started to undo the import of ${target}` },
  import_undone: { label: 'Import undone', say: (_actor, target) => `The import of ${target} was undone` },
  import_invited: { label: 'Import invited', say: (actor, target) => `${actor} invited the people of ${target}` },
  import_ended: { label: 'Import ended', say: (_actor, target) => `The import of ${target} ended` },
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

/** The actor's name; null when no account did it. */
export function actorOf({ actorId, actorName }: Pick<AuditEntry, 'actorId' | 'actorName'>): string | null {
  return actorName ?? (actorId === null ? null : 'A deleted user');
}

export function activityLabel(action: string): string {
  return known[action]?.label ?? inWords(action);
}

/** An entry as a sentence. */
export function sayActivity(entry: AuditEntry): string {
  const actor = actorOf(entry) ?? BRAND_NAME;
  const target = entry.subjectLabel ?? 'a user';
  return known[entry.action]?.say(actor, target) ?? `${actor}: ${activityLabel(entry.action).toLowerCase()}`;
}
