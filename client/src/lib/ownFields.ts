import { msg, t } from '@lingui/core/macro';

import { formatDay } from './format';
import { nameOfOwn, type OwnTyped } from './ownNames';
import { texts } from './texts';

/** What the fields that a company makes are of. */
export const OWN_KINDS = texts({
  text: msg`Text`,
  long: msg`Long text`,
  number: msg`Number`,
  date: msg`Date`,
  flag: msg`Yes or no`,
  one: msg`One of several`,
  many: msg`Several of a list`,
});

export const hasChoices = (kind: string) => kind === 'one' || kind === 'many';
/** Whether people can be sorted by it, and each value be that of one person. */
export const isKeyable = (kind: string) => kind === 'text' || kind === 'number' || kind === 'date';

/** A value of a company's own field as the server sends it: choices by their labels. */
export type OwnValue = boolean | number | string | readonly string[];
type OwnValues = Readonly<Record<string, OwnValue>>;

/** What is read of a field to show and to type its values. */
export interface OwnField {
  readonly key: string;
  readonly kind: string;
  readonly choices: readonly { readonly number: number; readonly label: string }[];
}

/** In place of a sensitive value: sent back, it changes nothing. */
export const DOTS = '••••';

/** A value in the words of a page, empty where there is none. Numbers are not grouped: 2026 may be a year. */
export function showValue({ kind }: { readonly kind: string }, value: OwnValue | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'object') return value.join(', ');
  return kind === 'date' && value !== DOTS ? formatDay(String(value)) : String(value);
}

/** A value as forms have it, a text: choices by their numbers, so that a new label changes nothing. */
export function typedOf({ kind, choices }: OwnField, value: OwnValue | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === DOTS || !hasChoices(kind)) return String(value);
  const labels = typeof value === 'object' ? value : [value];
  return choices.filter(({ label }) => labels.includes(label)).map(({ number }) => number).join(',');
}

/** What is sent for it; null removes the value. */
export function givenOf({ kind }: OwnField, typed: string) {
  if (typed.trim() === '') return null;
  if (kind === 'flag') return typed === 'yes';
  if (kind === 'many') return typed.split(',').map(Number);
  return kind === 'one' ? Number(typed) : typed;
}

/** In words what a form has. */
export function wordsOfTyped(field: OwnField, typed: string): string {
  if (typed === '' || typed === DOTS) return typed;
  if (field.kind === 'flag') return showValue(field, typed === 'yes');
  if (!hasChoices(field.kind)) return showValue(field, typed);
  const numbers = typed.split(',');
  return field.choices.filter(({ number }) => numbers.includes(String(number))).map(({ label }) => label).join(', ');
}

export const allTyped = (fields: readonly OwnField[], values: OwnValues): OwnTyped =>
  Object.fromEntries(fields.map((field) => [nameOfOwn(field), typedOf(field, values[field.key])]));

/** The request for what differs from the stored values. */
export function changedOwn(fields: readonly OwnField[], stored: OwnValues, typed: Readonly<OwnTyped>) {
  const was = allTyped(fields, stored);
  const changed = fields.flatMap((field) => {
    const now = typed[nameOfOwn(field)]?.trim();
    return now === undefined || now === was[nameOfOwn(field)] ? [] : [[field.key, givenOf(field, now)] as const];
  });
  return Object.fromEntries(changed);
}
