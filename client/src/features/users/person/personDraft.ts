import { type Draft, dropDraft, keepDraft, readDraft } from '~/forms/drafts';

import type { CreateUserValues } from '../create/createUserSchema';
import { changedFields, type FieldName, merge } from './personValues';

const nameOf = (id: string) => `person:${id}`;
const WAS = 'was:';

interface Edited {
  readonly id: string;
  /** The account that edits. */
  readonly own: string;
}

/** Keeps what was typed beside what it replaces, so that a later change of the same field is noticed. */
export function keepTyped({ id, own }: Edited, values: CreateUserValues, base: CreateUserValues): void {
  const names = changedFields(values, base);
  const typed = names.flatMap((name) => [[name, values[name]], [WAS + name, base[name]]] as const);
  if (names.length === 0) dropDraft(nameOf(id));
  else keepDraft(nameOf(id), own, Object.fromEntries(typed));
}

export function dropTyped({ id }: Edited): void {
  dropDraft(nameOf(id));
}

/** The form's first values: those of the person, with what was typed before a reload; and the fields changed since. */
export function withTyped({ id, own }: Edited, theirs: CreateUserValues) {
  const draft: Draft = readDraft(nameOf(id), own) ?? {};
  const names = Object.keys(draft).filter((name): name is FieldName => name in theirs && !name.startsWith(WAS));
  const part = (prefix: string) => Object.fromEntries(names.map((name) => [name, draft[prefix + name]])) as Partial<CreateUserValues>;
  return merge({ mine: { ...theirs, ...part('') }, base: { ...theirs, ...part(WAS) }, theirs });
}
