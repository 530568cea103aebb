import { t } from '@lingui/core/macro';

import { type OwnField, showValue } from './ownFields';

type TermValue = number | string | boolean;

/** A condition on a field that the company has made, as the list is asked for it: one operator, or from and to. */
export interface Term {
  readonly field: string;
  readonly is?: readonly TermValue[];
  readonly isNot?: readonly TermValue[];
  readonly from?: TermValue;
  readonly to?: TermValue;
  readonly contains?: string;
  readonly none?: boolean;
}

export const MOST_TERMS = 20;

/** The conditions of an address; none where it has others than the list knows. */
export function readWhere(where: string | null): readonly Term[] {
  try {
    const read: unknown = JSON.parse(where ?? '[]');
    const isTerm = (each: unknown): each is Term => typeof each === 'object' && each !== null && 'field' in each && typeof each.field === 'string';
    return Array.isArray(read) && read.every(isTerm) ? read : [];
  } catch {
    return [];
  }
}

/** Null for none. */
export const writeWhere = (terms: readonly Term[]) => (terms.length === 0 ? null : JSON.stringify(terms));

/** "Course: CNC, Fitter", "CGPA: from 7", "Roll no.: empty". */
export function describeTerm({ field: key, is, isNot, from, to, contains, none }: Term, field: (OwnField & { readonly label: string }) | undefined): string {
  const label = field?.label ?? key;
  const shown = (value: TermValue) => {
    const choice = field?.choices.find(({ number }) => number === value);
    return choice?.label ?? showValue({ kind: field?.kind ?? 'text' }, value);
  };
  const all = (values: readonly TermValue[]) => values.map(shown).join(', ');
  if (Array.isArray(is)) return `${label}: ${all(is)}`;
  if (Array.isArray(isNot)) return t`${label}: not ${{ values: all(isNot) }}`;
  if (contains !== undefined) return t`${label}: contains “${contains}”`;
  if (none !== undefined) return none ? t`${label}: empty` : t`${label}: not empty`;
  if (from !== undefined && to !== undefined) return t`${label}: ${{ from: shown(from) }} to ${{ to: shown(to) }}`;
  if (from !== undefined) return t`${label}: from ${{ from: shown(from) }}`;
  return t`${label}: up to ${{ to: to === undefined ? '' : shown(to) }}`;
}
