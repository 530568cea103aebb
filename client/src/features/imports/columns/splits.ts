import { msg, t } from '@lingui/core/macro';

import { texts } from '~/lib/texts';

import type { Column, ColumnsResponse } from '../api';

type ColumnSplit = ColumnsResponse['splits'][string];
/** By the index of their column. */
export type Splits = Readonly<Record<number, ColumnSplit>>;

/** A column that a field can be chosen for: one of the file, or a part of a split one. */
export interface Place {
  /** Stays the same where other columns are split. */
  readonly key: string;
  /** What the server calls it: parts follow behind the columns of the file. */
  readonly index: number;
  readonly name: string;
  readonly samples: readonly string[];
}

export const MOST_SPLITS = 5;
export const LONGEST_SEPARATOR = 3;
/** In the order in which they are looked for in the cells of a column. */
export const SEPARATORS: Readonly<Record<string, string>> = texts({ ',': msg`Comma`, '/': msg`Slash`, '-': msg`Hyphen`, ' ': msg`Space` });

export const nameOf = ({ name, index }: Column) => name || t`Column ${{ number: index + 1 }}`;
export const isSeparator = (text: string) => !/^[\p{L}\p{N}]*$/u.test(text);
const partKey = (column: number, part: number) => `${column}.${part}`;

export function suggestSplit({ samples }: Column): ColumnSplit {
  const separator = Object.keys(SEPARATORS).find((each) => samples.some((cell) => cell.trim().includes(each)));
  return { separator: separator ?? ',', parts: 2 };
}

/** As the server cuts a cell: a blank separator is any run of spaces, and the last part has the rest. */
export function cut(cell: string, { separator, parts }: ColumnSplit): string[] {
  if (!isSeparator(separator)) return [cell];
  const isBlank = separator.trim() === '';
  const found: string[] = [];
  let rest = isBlank ? cell.trim() : cell;
  while (found.length < parts - 1) {
    const place = isBlank ? rest.search(/\s/u) : rest.indexOf(separator);
    if (place < 0) break;
    found.push(rest.slice(0, place).trim());
    rest = isBlank ? rest.slice(place).trimStart() : rest.slice(place + separator.length);
  }
  return [...found, rest.trim()];
}

export function fieldsByKey(columns: readonly Column[]) {
  const counted = new Map<number, number>();
  return Object.fromEntries(
    columns.map(({ index, partOf, field }) => {
      if (partOf === null) return [String(index), field];
      const part = counted.get(partOf) ?? 0;
      counted.set(partOf, part + 1);
      return [partKey(partOf, part), field];
    }),
  );
}

/** The parts of each split column, in the order in which the server numbers them. */
export function partsOf({ columns, splits: shown }: ColumnsResponse, splits: Splits): ReadonlyMap<number, readonly Place[]> {
  const own = columns.filter(({ partOf }) => partOf === null);
  let index = own.length;
  const parts = new Map<number, readonly Place[]>();
  for (const column of own) {
    const split = splits[column.index];
    if (split === undefined) continue;
    const before = shown[String(column.index)];
    const isShown = before?.separator === split.separator && before.parts === split.parts;
    const known = isShown ? columns.filter(({ partOf }) => partOf === column.index) : [];
    const places = Array.from({ length: split.parts }, (_, part) => ({
      key: partKey(column.index, part),
      index: index + part,
      name: `${nameOf(column)} · ${t`part ${{ number: part + 1 }}`}`,
      samples: known[part]?.samples ?? column.samples.map((cell) => cut(cell, split)[part] ?? '').filter(Boolean),
    }));
    index += split.parts;
    parts.set(column.index, places);
  }
  return parts;
}
