import { i18n, type MessageDescriptor } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import type { EditConflict } from '~/api/problem';
import { forEachField, TEXT_FIELDS } from '~/api/fields';
import { FIELDS as PERSON_FIELDS } from '~/api/generated/fields';
import type { EditUserRequest, FieldRecord } from '~/api/generated/serverApi';
import type { Change } from '~/ui/ChangeList';
import { normalizePhone } from '~/lib/contacts';
import { formatDay, formatList, formatMoment } from '~/lib/format';
import { allTyped, changedOwn, wordsOfTyped } from '~/lib/ownFields';
import { isOwnField, type OwnName, nameOfOwn } from '~/lib/ownNames';
import { labelOf, ROLES_OF_PROFILE } from '~/lib/profiles';

import type { UserRecord } from '../api';
import type { CreateUserValues } from '../create/PersonalFields';

type Own = readonly FieldRecord[];

/** The fields of a person that can be corrected, in the form's order. */
const { isActive, ...FIELDS } = PERSON_FIELDS;

export type FieldName = keyof typeof FIELDS | 'access' | OwnName;

const NAMES: readonly FieldName[] = [...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]), 'access'];

const labels: Readonly<Record<string, { readonly label: MessageDescriptor }>> = { ...FIELDS, isActive, access: isActive };

const ownOf = (name: string, own: Own) => own.find((field) => nameOfOwn(field) === name);

/** The label of a field, by the form's name or the server's; `own` are the company's. */
export const labelOfField = (name: string, own: Own = []): string => {
  const label = labels[name]?.label ?? ownOf(name, own)?.label;
  return typeof label === 'object' ? i18n._(label) : (label ?? name);
};

/** A person as the form shows it. A role that does not fit the profile, which an import can give, is shown as none. */
export function valuesOf(user: UserRecord, own: Own = []): CreateUserValues {
  const { fullName, email, phone, profile, role } = user;
  return {
    fullName,
    email: email ?? '',
    code: user.code ?? '',
    phone,
    dateOfBirth: user.dateOfBirth ?? '',
    gender: user.gender ?? '',
    ...forEachField(TEXT_FIELDS, (name) => user[name] ?? ''),
    profile: profile ?? '',
    role: profile !== null && ROLES_OF_PROFILE[profile].some((each) => each === role) ? role : '',
    access: user.isActive ? 'active' : 'inactive',
    // Only new accounts have one.
    temporaryPassword: '',
    ...allTyped(own, user.fields),
  };
}

const TIDIED: Readonly<Partial<Record<FieldName, (text: string) => string>>> = {
  phone: normalizePhone,
  email: (text) => text.trim().toLowerCase(),
  code: (text) => text.trim().toUpperCase(),
};

function tidied(name: FieldName, text: string): string {
  return (TIDIED[name] ?? ((typed: string) => typed.trim()))(text);
}

/** The fields that differ as they would be stored. */
export function changedFields(values: CreateUserValues, base: CreateUserValues): FieldName[] {
  return [...NAMES, ...Object.keys(base).filter(isOwnField)].filter((name) => tidied(name, values[name] ?? '') !== tidied(name, base[name] ?? ''));
}

export function requestOf(values: CreateUserValues, names: readonly FieldName[], user: UserRecord, own: Own): EditUserRequest {
  const given = names
    .filter((name) => !isOwnField(name))
    .map((name) => (name === 'access' ? (['isActive', values.access === 'active'] as const) : ([name, tidied(name, values[name])] as const)));
  const fields = changedOwn(own, user.fields, values);
  return { ...Object.fromEntries<string | boolean>(given), ...(Object.keys(fields).length > 0 && { fields }) };
}

export function wordsOf(name: FieldName, value: string, own: Own = []): string {
  if (value === '') return '—';
  const field = ownOf(name, own);
  if (field !== undefined) return wordsOfTyped(field, value);
  if (name === 'access') return value === 'active' ? t`Active` : t`Inactive`;
  return name === 'dateOfBirth' ? formatDay(value) : labelOf(name, value);
}

export function describe(names: readonly FieldName[], before: CreateUserValues, after: CreateUserValues, own: Own): readonly Change[] {
  return names.map((name) => ({ name: labelOfField(name, own), before: wordsOf(name, before[name] ?? '', own), after: wordsOf(name, after[name] ?? '', own) }));
}

/** A field that two have changed, each to another value. */
export interface Clash {
  readonly name: FieldName;
  readonly mine: string;
  readonly theirs: string;
}

interface Versions {
  readonly mine: CreateUserValues;
  /** What was edited. */
  readonly base: CreateUserValues;
  readonly theirs: CreateUserValues;
}

/** Two edits of the same version in one: what was typed stays, what only the other has changed is taken over. */
export function merge({ mine, base, theirs }: Versions) {
  const typed = changedFields(mine, base);
  const others = new Set(changedFields(theirs, base));
  const apart = new Set(changedFields(mine, theirs));
  const clashes = typed
    .filter((name) => others.has(name) && apart.has(name))
    .map((name): Clash => ({ name, mine: mine[name] ?? '', theirs: theirs[name] ?? '' }));
  const kept = Object.fromEntries(typed.map((name) => [name, mine[name]])) as Partial<CreateUserValues>;
  return { values: { ...theirs, ...kept }, clashes };
}

/** Who changed what when: "Asha Rao changed Phone and Role on 22 Nov 2026, 11:10 pm." Null where nothing differs any more. */
export function sayConflict({ changedBy, changedAt, changes }: EditConflict, own: Own): string | null {
  const count = changes.length;
  if (count === 0) return null;
  const what = formatList(changes.map(({ field }) => labelOfField(field, own)));
  const when = changedAt === null ? null : formatMoment(changedAt);
  if (changedBy !== null) {
    const { fullName } = changedBy;
    return when === null ? t`${fullName} changed ${what}.` : t`${fullName} changed ${what} on ${when}.`;
  }
  return when === null
    ? plural(count, { one: `${what} was changed.`, other: `${what} were changed.` })
    : plural(count, { one: `${what} was changed on ${when}.`, other: `${what} were changed on ${when}.` });
}
