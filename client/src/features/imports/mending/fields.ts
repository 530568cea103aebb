import { GENDER_LABELS, labelOf, ROLE_LABELS } from '~/lib/people';
import { PROFILE_LABELS } from '~/lib/profiles';

import { type Field, FIELD_LABELS, type LastChange } from '../api';
import { countOf } from '../format';

/** The fields in the order in which the preview shows them. */
export const FIELDS_IN_SIGHT = [
  'fullName',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'workLocation',
  'profile',
  'role',
] as const satisfies readonly Field[];

const choices: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  gender: GENDER_LABELS,
  role: ROLE_LABELS,
  profile: PROFILE_LABELS,
};

/** Constants and labels of a field of which every person has one of a few values. */
export function choicesOf(field: string): Readonly<Record<string, string>> | undefined {
  return choices[field as Field];
}

export function labelOfField(field: string): string {
  const labels: Readonly<Record<string, string>> = FIELD_LABELS;
  return labels[field] ?? field;
}

/** Fields whose values several people share, so that one change may be meant for all of them. */
export const SHARED_FIELDS: readonly Field[] = ['dateOfBirth', 'gender', 'workLocation', 'role', 'profile'];

const inputModes: Readonly<Partial<Record<Field, 'email' | 'tel'>>> = { email: 'email', phone: 'tel' };

export function inputModeOf(field: Field): 'email' | 'tel' | 'text' {
  return inputModes[field] ?? 'text';
}

/** Whether the company keeps for its later files what a value of a field stands for: not where the value is ours. */
function isRemembered(field: string, from: string): boolean {
  const options = choicesOf(field);
  if (from === '' || (options === undefined && field !== 'workLocation')) return false;
  return !(constantOf(field, from) in (options ?? {}));
}

/** A label of one of the few values of a field as its constant; any other text as it is. */
export function constantOf(field: string, text: string): string {
  const known = Object.entries(choicesOf(field) ?? {}).find(([, label]) => label.toLowerCase() === text.toLowerCase());
  return known?.[0] ?? text;
}

/** A value as its label; none in words. */
export const shownValue = (field: string, value: string) => (value === '' ? 'no value' : labelOf(field, value));

/** A change of the rows: what it is, and that it was made. */
export function changeOf({ kind, rows, position, field, from, to }: LastChange): { readonly what: string; readonly done: string } {
  const count = countOf(rows, 'row', 'rows');
  if (kind === 'deletion') return { what: `deletion of ${count}`, done: `${count} deleted` };
  const row = position === null ? count : `row ${position}`;
  if (field === null && kind === 'mapping') return { what: `change of values in ${row}`, done: `Values changed in ${row}, remembered for later files` };
  if (field === null) return { what: `change of ${row}`, done: position === null ? `${count} changed` : `Row ${position} changed` };
  const label = labelOfField(field);
  if (kind === 'edit') return { what: `change of ${label.toLowerCase()} in ${row}`, done: `${label} of ${row} changed` };
  const what = `${shownValue(field, from ?? '')} → ${shownValue(field, to ?? '')}`;
  const remembered = isRemembered(field, from ?? '') ? ', remembered for later files' : '';
  return { what, done: `${what} in ${count}${remembered}` };
}
