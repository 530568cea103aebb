import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { BRAND_NAME } from './brand';
import { translated } from './sentences';

export interface AuditEntry {
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly subjectLabel: string | null;
}

interface Activity {
  /** Its name in lists and filters. */
  readonly label: MessageDescriptor;
  /** A sentence with the actor and the target. */
  readonly say: (actor: string, target: string) => string;
}

export const ACTIVITIES = {
  login: { label: msg`Logged in`, say: (actor) => t`${actor} logged in` },
  login_failed: { label: msg`Login failed`, say: (_actor, target) => t`Logging in as ${target} failed` },
  logout: { label: msg`Logged out`, say: (actor) => t`${actor} logged out` },
  code_locked: { label: msg`Code locked`, say: (_actor, target) => t`A code of ${target} was locked after too many attempts` },
  password_set: { label: msg`Password set`, say: (actor) => t`${actor} set a password` },
  password_changed: { label: msg`Password changed`, say: (actor) => t`${actor} changed their password` },
  password_change_failed: { label: msg`Password change failed`, say: (actor) => t`${actor} entered a wrong current password` },
  password_reset: { label: msg`Password reset`, say: (actor) => t`${actor} reset their password` },
  network_refused: { label: msg`Network refused`, say: (_actor, target) => t`${target} was refused outside of the networks for administrators` },
  account_secured: { label: msg`Account secured by its owner`, say: (actor) => t`${actor} used “That was not me” in an email` },
  factor_added: { label: msg`Second factor added`, say: (actor, target) => t`${actor} added the second factor ${target}` },
  passkey_copied: { label: msg`Copied passkey refused`, say: (_actor, target) => t`The passkey ${target} was refused: a copy of it is in use` },
  factor_removed: { label: msg`Second factor removed`, say: (actor, target) => t`${actor} removed the second factor ${target}` },
  factors_reset: { label: msg`Second factors reset`, say: (actor, target) => t`${actor} removed the second factors of ${target}` },
  recovery_codes_renewed: { label: msg`Recovery codes renewed`, say: (actor) => t`${actor} got new recovery codes` },
  recovery_code_used: { label: msg`Recovery code used`, say: (actor) => t`${actor} used a recovery code` },
  stepped_up: { label: msg`Confirmed again`, say: (actor) => t`${actor} confirmed again that it is them` },
  step_up_failed: { label: msg`Confirmation failed`, say: (actor) => t`${actor} could not confirm that it is them` },
  session_revoked: { label: msg`Device logged out`, say: (actor) => t`${actor} logged out a device` },
  sso_logged_out: { label: msg`Logged out by single sign-on`, say: (actor) => t`${actor} was logged out, as they had logged out at the company's provider` },
  token_reuse: { label: msg`Session stopped`, say: (actor) => t`A session of ${actor} was stopped, as its token was used twice` },
  company_created: { label: msg`Company registered`, say: (actor) => t`${actor} registered the company` },
  company_trusted: { label: msg`Company verified`, say: () => t`${BRAND_NAME} verified the company` },
  company_suspended: { label: msg`Company suspended`, say: () => t`The operator suspended the company` },
  company_resumed: { label: msg`Company resumed`, say: () => t`The operator opened the company again` },
  company_closed: { label: msg`Company to be deleted`, say: () => t`The operator closed the company, to delete it` },
  company_reopened: { label: msg`Company not deleted`, say: () => t`The operator took the company's deletion back` },
  company_deleted: { label: msg`Company deleted`, say: () => t`The operator deleted a company` },
  company_exported: { label: msg`Company exported`, say: () => t`The operator made a copy of the company's data` },
  company_settings_changed: { label: msg`Company settings saved`, say: (actor) => t`${actor} saved the company's settings` },
  policy_changed: { label: msg`Login policy changed`, say: (actor) => t`${actor} changed the company's login policy` },
  user_created: { label: msg`Person created`, say: (actor, target) => t`${actor} created ${target}` },
  user_edited: { label: msg`Person edited`, say: (actor, target) => t`${actor} edited ${target}` },
  user_invited: { label: msg`Person invited`, say: (actor, target) => t`${actor} invited ${target} again` },
  user_added_to_batch: { label: msg`Added to a batch`, say: (actor, target) => t`${actor} added ${target} to a batch` },
  user_removed_from_batch: { label: msg`Removed from a batch`, say: (actor, target) => t`${actor} removed ${target} from a batch` },
  trainer_added: { label: msg`Trainer chosen`, say: (actor, target) => t`${actor} made ${target} the trainer of a batch` },
  trainer_removed: { label: msg`Trainer removed`, say: (actor, target) => t`${target} no longer teaches a batch: ${actor} removed them` },
  sessions_planned: { label: msg`Sessions planned`, say: (actor, target) => t`${actor} planned sessions of ${target}` },
  session_changed: { label: msg`Session changed`, say: (actor, target) => t`${actor} changed the session of ${target}` },
  session_cancelled: { label: msg`Session cancelled`, say: (actor, target) => t`${actor} cancelled the session of ${target}` },
  attendance_marked: { label: msg`Attendance marked`, say: (actor, target) => t`${actor} marked the attendance of ${target}` },
  email_change_requested: { label: msg`New email requested`, say: (actor, target) => t`${actor} entered a new email for ${target}` },
  email_change_cancelled: { label: msg`New email withdrawn`, say: (actor, target) => t`${actor} withdrew the new email of ${target}` },
  email_change_failed: { label: msg`New email not usable`, say: (_actor, target) => t`The new email of ${target} could not be used` },
  email_changed: { label: msg`Email changed`, say: (_actor, target) => t`The email of ${target} was changed` },
  users_exported: { label: msg`People exported`, say: (actor) => t`${actor} exported people to a file` },
  invitations_stopped: { label: msg`Invitations stopped`, say: (_actor, target) => t`${target} does not know the company and stopped its invitations` },
  application_declined: { label: msg`Application declined`, say: (actor, target) => t`${actor} declined the application of ${target}` },
  user_deleted: { label: msg`Person deleted`, say: (actor, target) => t`${actor} deleted ${target}` },
  data_exported: { label: msg`Personal data exported`, say: (actor, target) => t`${actor} exported the data held about ${target}` },
  view_created: { label: msg`View created`, say: (actor, target) => t`${actor} created the company’s view ${target}` },
  view_edited: { label: msg`View changed`, say: (actor, target) => t`${actor} changed the company’s view ${target}` },
  view_deleted: { label: msg`View deleted`, say: (actor, target) => t`${actor} deleted the company’s view ${target}` },
  batch_created: { label: msg`Batch created`, say: (actor, target) => t`${actor} created the batch ${target}` },
  batch_changed: { label: msg`Batch changed`, say: (actor, target) => t`${actor} changed the batch ${target}` },
  batch_archived: { label: msg`Batch archived`, say: (actor, target) => t`${actor} archived the batch ${target}` },
  batch_deleted: { label: msg`Batch deleted`, say: (actor, target) => t`${actor} deleted the batch ${target}` },
  round_created: { label: msg`Interview round made`, say: (actor, target) => t`${actor} made the interview round ${target}` },
  round_changed: { label: msg`Interview round changed`, say: (actor, target) => t`${actor} changed the interview round ${target}` },
  round_published: { label: msg`Interview round published`, say: (actor, target) => t`${actor} published the interview round ${target}` },
  round_closed: { label: msg`Interview round closed`, say: (actor, target) => t`${actor} closed the interview round ${target}` },
  round_deleted: { label: msg`Interview round deleted`, say: (actor, target) => t`${actor} deleted the interview round ${target}` },
  stage_created: { label: msg`Stage made`, say: (actor, target) => t`${actor} made the stage ${target}` },
  stage_changed: { label: msg`Stage changed`, say: (actor, target) => t`${actor} changed the stage ${target}` },
  stage_archived: { label: msg`Stage archived`, say: (actor, target) => t`${actor} archived the stage ${target}` },
  announcement_sent: { label: msg`Announcement sent`, say: (actor, target) => t`${actor} sent the announcement ${target}` },
  announcement_retracted: { label: msg`Announcement taken back`, say: (actor, target) => t`${actor} took back the announcement ${target}` },
  user_moved: { label: msg`Moved to a stage`, say: (actor, target) => t`${actor} moved ${target} to another stage` },
  employer_changed: { label: msg`Employer changed`, say: (actor, target) => t`${actor} changed the employer ${target}` },
  opening_changed: { label: msg`Opening changed`, say: (actor, target) => t`${actor} changed the opening ${target}` },
  offer_changed: { label: msg`Offer changed`, say: (actor, target) => t`${actor} changed an offer of ${target}` },
  webhook_created: { label: msg`Webhook made`, say: (actor, target) => t`${actor} made a webhook to ${target}` },
  webhook_changed: { label: msg`Webhook changed`, say: (actor, target) => t`${actor} changed the webhook to ${target}` },
  webhook_stopped: { label: msg`Webhook stopped`, say: (_actor, target) => t`The webhook to ${target} was stopped` },
  webhook_deleted: { label: msg`Webhook deleted`, say: (actor, target) => t`${actor} deleted the webhook to ${target}` },
  source_created: { label: msg`Recurring source made`, say: (actor, target) => t`${actor} made a recurring source of files from ${target}` },
  source_changed: { label: msg`Recurring source changed`, say: (actor, target) => t`${actor} changed the recurring source ${target}` },
  source_deleted: { label: msg`Recurring source deleted`, say: (actor, target) => t`${actor} deleted the recurring source ${target}` },
  source_read: { label: msg`Recurring source read`, say: (actor, target) => t`A file of ${target} was read with the rights of ${actor}` },
  source_paused: { label: msg`Recurring source paused`, say: (_actor, target) => t`The recurring source ${target} was paused` },
  offer_freed: { label: msg`Offer freed of the policy`, say: (actor, target) => t`${actor} freed an offer of ${target} of the policy` },
  employer_file_made: { label: msg`File for an employer`, say: (actor, target) => t`${actor} made a file of candidates of ${target}` },
  field_created: { label: msg`Field made`, say: (actor, target) => t`${actor} made the field ${target}` },
  field_changed: { label: msg`Field changed`, say: (actor, target) => t`${actor} changed the field ${target}` },
  field_archived: { label: msg`Field archived`, say: (actor, target) => t`${actor} archived the field ${target}` },
  field_restored: { label: msg`Field restored`, say: (actor, target) => t`${actor} restored the field ${target}` },
  field_revealed: { label: msg`Sensitive detail shown`, say: (actor, target) => t`${actor} looked at a sensitive detail of ${target}` },
  key_created: { label: msg`Key for a server made`, say: (actor, target) => t`${actor} made the key ${target} for a server` },
  key_changed: { label: msg`Key for a server changed`, say: (actor, target) => t`${actor} changed the key ${target} of a server` },
  key_rotated: { label: msg`Key for a server rotated`, say: (actor, target) => t`${actor} gave the key ${target} a new secret` },
  key_revoked: { label: msg`Key for a server revoked`, say: (actor, target) => t`${actor} revoked the key ${target}` },
  sso_created: { label: msg`Single sign-on set up`, say: (actor, target) => t`${actor} set up single sign-on at ${target}` },
  sso_changed: { label: msg`Single sign-on changed`, say: (actor, target) => t`${actor} changed the single sign-on at ${target}` },
  sso_deleted: { label: msg`Single sign-on deleted`, say: (actor, target) => t`${actor} deleted the single sign-on at ${target}` },
  sso_tested: { label: msg`Single sign-on tested`, say: (actor, target) => t`${actor} tested the single sign-on at ${target}` },
  sso_domain_lost: { label: msg`Domain no longer proved`, say: (_actor, target) => t`The domain ${target} is no longer proved for single sign-on` },
  sso_unlinked: { label: msg`Single sign-on unlinked`, say: (actor, target) => t`${actor} removed the link of ${target} to the company's provider` },
  sso_linked: { label: msg`Single sign-on linked`, say: (_actor, target) => t`${target} logged in by single sign-on for the first time` },
  bulk_started: { label: msg`Bulk change started`, say: (actor, target) => t`${actor} started a change of ${target}` },
  bulk_ended: { label: msg`Bulk change ended`, say: (_actor, target) => t`The change of ${target} ended` },
  bulk_undo_started: { label: msg`Undo of many started`, say: (actor, target) => t`${actor} started to undo the change of ${target}` },
  bulk_undone: { label: msg`Bulk change undone`, say: (_actor, target) => t`The change of ${target} was undone` },
  import_uploaded: { label: msg`File uploaded`, say: (actor, target) => t`${actor} uploaded ${target}` },
  import_started: { label: msg`Import started`, say: (actor, target) => t`${actor} started the import of ${target}` },
  import_paused: { label: msg`Import paused`, say: (actor, target) => t`${actor} paused the import of ${target}` },
  import_resumed: { label: msg`Import resumed`, say: (actor, target) => t`${actor} resumed the import of ${target}` },
  import_undo_started: { label: msg`Undo started`, say: (actor, target) => t`${actor} started to undo the import of ${target}` },
  import_undone: { label: msg`Import undone`, say: (_actor, target) => t`The import of ${target} was undone` },
  import_invited: { label: msg`Import invited`, say: (actor, target) => t`${actor} invited the people of ${target}` },
  import_not_invited: { label: msg`Invitations withheld`, say: (_actor, target) => t`The people of ${target} were not invited: the person who asked for it may no longer invite them` },
  user_erased: { label: msg`Person erased`, say: (actor) => t`${actor} erased a person` },
  user_merged: { label: msg`Accounts merged`, say: (actor, target) => t`${actor} merged ${target} with another account of the same person` },
  user_unmerged: { label: msg`Merge undone`, say: (actor, target) => t`${actor} undid the merge of ${target}` },
  policy_lifted: { label: msg`Login policy lifted`, say: (actor) => t`${actor} lifted what the login policy demands` },
  user_unlocked: { label: msg`Person unlocked`, say: (actor, target) => t`${actor} ended the waits of ${target} after failed logins` },
  audit_exported: { label: msg`Activity exported`, say: (actor) => t`${actor} exported the activity to a file` },
  audit_trimmed: { label: msg`Old entries removed`, say: (actor) => t`${actor} removed the oldest entries of this trail` },
  import_ended: { label: msg`Import ended`, say: (_actor, target) => t`The import of ${target} ended` },
} as const satisfies Readonly<Record<string, Activity>>;

const known: Readonly<Record<string, Activity>> = ACTIVITIES;

/** What has another name on the pages than on the wire. */
const NAMED: Readonly<Record<string, MessageDescriptor>> = {
  region: msg`Country`,
  language: msg`Language`,
  defaultWorkLocation: msg`Default work location`,
  set: msg`Change`,
  label: msg`Name`,
  help: msg`Help`,
  choices: msg`Choices`,
  requiredFor: msg`Required for`,
  viewers: msg`Sees it`,
  editors: msg`Edits it`,
  own_view: msg`Seen by the person`,
  own_edit: msg`Edited by the person`,
  sensitive: msg`Sensitive`,
  unique: msg`Unique`,
  keyed: msg`Sortable`,
  for_employers: msg`For employers`,
  'sign-out': msg`Log out everywhere`,
};

/** "profile_edited", "workLocation", "isActive", "add-to-batch" -> "Profile edited", "Work location", "Active", "Add to batch". */
export function inWords(name: string): string {
  const named = NAMED[name];
  if (named !== undefined) return t(named);
  const words = name
    .replace(/^is(?=[A-Z_])_?/u, '')
    .replaceAll(/[_-]/gu, ' ')
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase();
  return translated(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The actor's name; null when no account did it. */
export function actorOf({ actorId, actorName }: Pick<AuditEntry, 'actorId' | 'actorName'>): string | null {
  return actorName ?? (actorId === null ? null : t`A deleted person`);
}

export function activityLabel(action: string): string {
  const label = known[action]?.label;
  return label === undefined ? inWords(action) : t(label);
}

/** What an entry is about; a change of many has its number: "10 people". */
export function targetOf({ action, subjectLabel }: Pick<AuditEntry, 'action' | 'subjectLabel'>): string | null {
  return subjectLabel !== null && action.startsWith('bulk_') ? translated(subjectLabel) : subjectLabel;
}

export function sayActivity(entry: AuditEntry): string {
  const actor = actorOf(entry) ?? BRAND_NAME;
  const target = targetOf(entry) ?? t`a person`;
  return known[entry.action]?.say(actor, target) ?? `${actor}: ${activityLabel(entry.action).toLowerCase()}`;
}
