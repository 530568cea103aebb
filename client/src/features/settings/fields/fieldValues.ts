import { msg, t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { ChangeFieldRequest, FieldRecord, OwnKind } from '~/api/generated/serverApi';
import { says } from '~/forms/schemas';
import { formatList } from '~/lib/format';
import { hasChoices, isKeyable, OWN_KINDS } from '~/lib/ownFields';
import { type Profile, PROFILE_LABELS, PROFILES, USER_MANAGERS } from '~/lib/profiles';
import type { Change } from '~/ui/ChangeList';

const profiles = z.array(z.enum(PROFILES));
const flag = z.boolean();

export const fieldSchema = z.object({
  label: z.string().check(z.trim(), z.minLength(1, says(msg`Please give the field a name`))),
  kind: z.enum(Object.keys(OWN_KINDS) as OwnKind[]),
  help: z.string().check(z.trim()),
  options: z.array(z.object({ number: z.number(), label: z.string(), archived: flag })),
  choices: z.string(),
  ...{ requiredFor: profiles, viewers: profiles, editors: profiles },
  ...{ ownView: flag, ownEdit: flag, sensitive: flag, unique: flag, keyed: flag, forEmployers: flag },
});

/** `options` are the choices that there are, `choices` new ones, one a line. */
export type FieldValues = z.infer<typeof fieldSchema>;

export function valuesOf(field: FieldRecord | null): FieldValues {
  const { label = '', kind = 'text', help = '', choices = [], requiredFor = [], viewers = [...USER_MANAGERS], editors = [...USER_MANAGERS] } = field ?? {};
  const { ownView = false, ownEdit = false, sensitive = false, unique = false, keyed = false, forEmployers = false } = field ?? {};
  return { label, kind, help: help ?? '', options: choices, choices: '', requiredFor, viewers, editors, ownView, ownEdit, sensitive, unique, keyed, forEmployers };
}

const ordered = (chosen: readonly Profile[]) => PROFILES.filter((profile) => chosen.includes(profile));

/** What a field is to be. A kind without choices, order or unique values has none. */
export function requestOf({ options, choices, ...values }: FieldValues) {
  const added = choices.split('\n').map((label) => ({ label: label.trim() })).filter(({ label }) => label !== '');
  const isOrdered = isKeyable(values.kind);
  const who = { requiredFor: ordered(values.requiredFor), viewers: ordered(values.viewers), editors: ordered(values.editors) };
  return { ...values, ...who, choices: hasChoices(values.kind) ? [...options, ...added] : null, unique: isOrdered && values.unique, keyed: isOrdered && !values.sensitive && values.keyed, forEmployers: !values.sensitive && values.forEmployers };
}

export const differing = <Values extends object>(values: Values, base: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Values])));

/** What an edit of a field changes. */
export const changesOf = (values: FieldValues, base: FieldRecord): ChangeFieldRequest => ({ ...differing(requestOf(values), requestOf(valuesOf(base))), version: base.version });

/** Two edits of the same version in one: what was typed stays, what only the other has changed is taken over. */
export const merge = (mine: FieldValues, base: FieldRecord, theirs: FieldRecord): FieldValues => ({ ...valuesOf(theirs), ...differing(mine, valuesOf(base)) });

const whoOf = (chosen: readonly Profile[], isOwn: boolean) => formatList([...ordered(chosen).map((profile) => PROFILE_LABELS[profile]), ...(isOwn ? [t`the person`] : [])]);
export const seenBy = ({ viewers, ownView }: FieldRecord) => whoOf(viewers, ownView);
export const marksOf = ({ requiredFor, sensitive, unique, keyed, forEmployers, ready, archivedAt }: FieldRecord) =>
  [archivedAt !== null && t`Archived`, requiredFor.length > 0 && t`Required`, sensitive && t`Sensitive`, unique && t`Unique`, keyed && t`Sortable`, forEmployers && t`For employers`, !ready && t`Being prepared`].filter((mark) => mark !== false);

const wordsOf = (field: FieldRecord): readonly (readonly [name: string, words: string])[] => [
  [t`Name`, field.label],
  [t`Kind`, OWN_KINDS[field.kind]],
  [t`Help`, field.help ?? ''],
  [t`Choices`, formatList(field.choices.filter(({ archived }) => !archived).map(({ label }) => label))],
  [t`Required`, whoOf(field.requiredFor, false)],
  [t`Sees it`, seenBy(field)],
  [t`Edits it`, whoOf(field.editors, field.ownEdit)],
  [t`Marks`, formatList(marksOf(field))],
];

/** What another has changed, in words. */
export function describe(before: FieldRecord, after: FieldRecord): readonly Change[] {
  const now = new Map(wordsOf(after));
  return wordsOf(before).map(([name, words]) => ({ name, before: words, after: now.get(name) ?? null })).filter((change) => change.before !== change.after);
}
