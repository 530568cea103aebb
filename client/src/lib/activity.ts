import { BRAND_NAME } from './brand';

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
  network_refused: { label: 'Network refused', say: (_actor, target) => `${target} was refused outside of the networks for administrators` },
  account_secured: { label: 'Account secured by its owner', say: (actor) => `${actor} used “That was not me” in an email` },
  factor_added: { label: 'Second factor added', say: (actor, target) => `${actor} added the second factor ${target}` },
  passkey_copied: { label: 'Copied passkey refused', say: (_actor, target) => `The passkey ${target} was refused: a copy of it is in use` },
  factor_removed: { label: 'Second factor removed', say: (actor, target) => `${actor} removed the second factor ${target}` },
  factors_reset: { label: 'Second factors reset', say: (actor, target) => `${actor} removed the second factors of ${target}` },
  recovery_codes_renewed: { label: 'Recovery codes renewed', say: (actor) => `${actor} got new recovery codes` },
  recovery_code_used: { label: 'Recovery code used', say: (actor) => `${actor} used a recovery code` },
  stepped_up: { label: 'Confirmed again', say: (actor) => `${actor} confirmed again that it is them` },
  step_up_failed: { label: 'Confirmation failed', say: (actor) => `${actor} could not confirm that it is them` },
  session_revoked: { label: 'Device logged out', say: (actor) => `${actor} logged out a device` },
  sso_logged_out: { label: 'Logged out by single sign-on', say: (actor) => `${actor} was logged out, as they had logged out at the company's provider` },
  token_reuse: { label: 'Session stopped', say: (actor) => `A session of ${actor} was stopped, as its token was used twice` },
  company_created: { label: 'Company registered', say: (actor) => `${actor} registered the company` },
  company_trusted: { label: 'Company verified', say: () => `${BRAND_NAME} verified the company` },
  company_settings_changed: { label: 'Company settings changed', say: (actor) => `${actor} changed the company's settings` },
  policy_changed: { label: 'Sign-in policy changed', say: (actor) => `${actor} changed the company's sign-in policy` },
  user_created: { label: 'User created', say: (actor, target) => `${actor} created ${target}` },
  user_edited: { label: 'User edited', say: (actor, target) => `${actor} edited ${target}` },
  user_invited: { label: 'User invited', say: (actor, target) => `${actor} invited ${target} again` },
  user_added_to_batch: { label: 'Added to a batch', say: (actor, target) => `${actor} added ${target} to a batch` },
  user_removed_from_batch: { label: 'Removed from a batch', say: (actor, target) => `${actor} removed ${target} from a batch` },
  email_change_requested: { label: 'New email requested', say: (actor, target) => `${actor} entered a new email for ${target}` },
  email_change_cancelled: { label: 'New email withdrawn', say: (actor, target) => `${actor} withdrew the new email of ${target}` },
  email_change_failed: { label: 'New email not usable', say: (_actor, target) => `The new email of ${target} could not be used` },
  email_changed: { label: 'Email changed', say: (_actor, target) => `The email of ${target} was changed` },
  users_exported: { label: 'Users exported', say: (actor) => `${actor} exported users to a file` },
  invitations_stopped: { label: 'Invitations stopped', say: (_actor, target) => `${target} does not know the company and stopped its invitations` },
  user_deleted: { label: 'User deleted', say: (actor, target) => `${actor} deleted ${target}` },
  data_exported: { label: 'Personal data exported', say: (actor, target) => `${actor} exported the data held about ${target}` },
  view_created: { label: 'View created', say: (actor, target) => `${actor} created the company’s view ${target}` },
  view_edited: { label: 'View changed', say: (actor, target) => `${actor} changed the company’s view ${target}` },
  view_deleted: { label: 'View deleted', say: (actor, target) => `${actor} deleted the company’s view ${target}` },
  batch_created: { label: 'Batch created', say: (actor, target) => `${actor} created the batch ${target}` },
  batch_changed: { label: 'Batch changed', say: (actor, target) => `${actor} changed the batch ${target}` },
  batch_archived: { label: 'Batch archived', say: (actor, target) => `${actor} archived the batch ${target}` },
  batch_deleted: { label: 'Batch deleted', say: (actor, target) => `${actor} deleted the batch ${target}` },
  sso_created: { label: 'Single sign-on set up', say: (actor, target) => `${actor} set up single sign-on at ${target}` },
  sso_changed: { label: 'Single sign-on changed', say: (actor, target) => `${actor} changed the single sign-on at ${target}` },
  sso_deleted: { label: 'Single sign-on deleted', say: (actor, target) => `${actor} deleted the single sign-on at ${target}` },
  sso_tested: { label: 'Single sign-on tested', say: (actor, target) => `${actor} tested the single sign-on at ${target}` },
  sso_domain_lost: { label: 'Domain no longer proved', say: (_actor, target) => `The domain ${target} is no longer proved for single sign-on` },
  sso_unlinked: { label: 'Single sign-on unlinked', say: (actor, target) => `${actor} removed the link of ${target} to the company's provider` },
  sso_linked: { label: 'Single sign-on linked', say: (_actor, target) => `${target} logged in by single sign-on for the first time` },
  bulk_started: { label: 'Bulk change started', say: (actor, target) => `${actor} started a change of ${target}` },
  bulk_ended: { label: 'Bulk change ended', say: (_actor, target) => `The change of ${target} ended` },
  bulk_undo_started: { label: 'Undo of many started', say: (actor, target) => `${actor} started to undo the change of ${target}` },
  bulk_undone: { label: 'Bulk change undone', say: (_actor, target) => `The change of ${target} was undone` },
  import_uploaded: { label: 'File uploaded', say: (actor, target) => `${actor} uploaded ${target}` },
  import_started: { label: 'Import started', say: (actor, target) => `${actor} started the import of ${target}` },
  import_paused: { label: 'Import paused', say: (actor, target) => `${actor} paused the import of ${target}` },
  import_resumed: { label: 'Import resumed', say: (actor, target) => `${actor} resumed the import of ${target}` },
  import_undo_started: { label: 'Undo started', say: (actor, target) => `${actor} started to undo the import of ${target}` },
  import_undone: { label: 'Import undone', say: (_actor, target) => `The import of ${target} was undone` },
  import_invited: { label: 'Import invited', say: (actor, target) => `${actor} invited the people of ${target}` },
  import_not_invited: { label: 'Invitations withheld', say: (_actor, target) => `The people of ${target} were not invited: the user who asked for it may no longer invite them` },
  user_erased: { label: 'Person erased', say: (actor) => `${actor} erased a person` },
  policy_lifted: { label: 'Sign-in policy lifted', say: (actor) => `${actor} lifted what the sign-in policy demands` },
  user_unlocked: { label: 'User unlocked', say: (actor, target) => `${actor} ended the waits of ${target} after failed logins` },
  audit_exported: { label: 'Activity exported', say: (actor) => `${actor} exported the activity to a file` },
  audit_trimmed: { label: 'Old entries removed', say: (actor) => `${actor} removed the oldest entries of this trail` },
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

export function sayActivity(entry: AuditEntry): string {
  const actor = actorOf(entry) ?? BRAND_NAME;
  const target = entry.subjectLabel ?? 'a user';
  return known[entry.action]?.say(actor, target) ?? `${actor}: ${activityLabel(entry.action).toLowerCase()}`;
}
