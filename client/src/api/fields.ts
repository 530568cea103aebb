import { i18n, type MessageDescriptor } from '@lingui/core';

import { FIELDS } from './generated/fields';

export type PersonField = keyof typeof FIELDS;

interface Described {
  readonly label: MessageDescriptor;
  readonly kind: string;
  readonly shortest: number;
  readonly isRequired: boolean;
  readonly inFiles: boolean;
  readonly isShared: boolean;
  readonly inFilters: boolean;
  readonly inBulk: boolean;
}

type Having<Wanted> = { [Name in PersonField]: (typeof FIELDS)[Name] extends Wanted ? Name : never }[PersonField];

const all = Object.entries(FIELDS) as [PersonField, Described][];

function having<Wanted extends object>(wanted: Wanted): readonly Having<Wanted>[] {
  const parts = Object.entries(wanted) as [keyof Described, unknown][];
  return all.filter(([, field]) => parts.every(([name, value]) => field[name] === value)).map(([name]) => name as Having<Wanted>);
}

/** Fields of files of people, in the order of their headings. */
export type FileField = Having<{ inFiles: true }>;
export const FILE_FIELDS = having({ inFiles: true } as const);
export const REQUIRED_IN_FILES = having({ inFiles: true, isRequired: true } as const);
/** Fields that are each person's own to have or not, and are seen where a file has them. */
const OPTIONAL_IN_FILES = having({ inFiles: true, isRequired: false } as const);
export const isOptionalInFiles = (name: string): boolean => (OPTIONAL_IN_FILES as readonly string[]).includes(name);
export const SHARED_FIELDS = having({ isShared: true } as const);
/** Fields of any text: a form, a column, a fact and a cell of each look alike. */
export type TextField = Having<{ kind: 'text' }>;
export const TEXT_FIELDS = having({ kind: 'text' } as const);
export const FILTERED_TEXTS = having({ kind: 'text', inFilters: true } as const);
export type BulkText = Having<{ kind: 'text'; inBulk: true }>;
export const BULK_TEXTS = having({ kind: 'text', inBulk: true } as const);

export const describedField = (name: PersonField): Described => FIELDS[name];
export const labelOfField = (name: PersonField): string => i18n._(FIELDS[name].label);
export const isTextField = (name: string): name is TextField => (TEXT_FIELDS as readonly string[]).includes(name);
export const forEachField = <Name extends PersonField, Value>(names: readonly Name[], make: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
