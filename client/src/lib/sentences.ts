import { i18n } from '@lingui/core';

import { isoDay } from './days';
import { formatDay } from './format';

interface Pattern {
  readonly id: string;
  readonly shape: RegExp;
}

const PLACE = /\{\d\}/gu;

function patternOf(id: string): Pattern {
  const literals = id.split(PLACE).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  return { id, shape: new RegExp(`^${literals.join('([^;]+)')}$`, 'u') };
}

let patterns: readonly Pattern[] | null = null;
i18n.on('change', () => {
  patterns = null;
});

/** The sentences that hold a name or a figure, the most particular first. */
function allPatterns(): readonly Pattern[] {
  patterns ??= Object.keys(i18n.messages)
    .filter((id) => id.search(PLACE) >= 0)
    .sort((one, other) => other.length - one.length)
    .map(patternOf);
  return patterns;
}

const isKnown = (text: string) => Object.hasOwn(i18n.messages, text);

/** What stands in a place and is no person's: "3 rows", "tomorrow at 05:30 IST", "Chrome on Windows"; or in brackets: "(line 7)". */
const COUNT = /^(?:[\d,]+ [a-z ]+|(?:line|row) [\d,]+|(?:today|tomorrow) at .+|[A-Z][A-Za-z ]+ on [A-Za-z]+)$/u;
const DAY = /^\d{1,2} [A-Z][a-z]{2} \d{4}$/u;
const IN_BRACKETS = /(?<=\()(?:one row|[\d,]+ rows|(?:line|row) [\d,]+)(?=\))/gu;

/** In a place there may be one of the texts itself: the label of a field, the shape of a date; or a day. */
function translatedValue(value: string): string {
  if (isKnown(value)) return i18n._(value);
  if (DAY.test(value)) return formatDay(isoDay(new Date(value)));
  if (COUNT.test(value)) return lookUp(value) ?? value;
  return value.replaceAll(IN_BRACKETS, (count) => lookUp(count) ?? count);
}

function lookUp(sentence: string): string | null {
  if (isKnown(sentence)) return i18n._(sentence);
  for (const { id, shape } of allPatterns()) {
    const values = shape.exec(sentence)?.slice(1);
    if (values !== undefined) return i18n._(id, Object.fromEntries(values.map((value, place) => [place, translatedValue(value)])));
  }
  return null;
}

/** Texts that are longer are none of the API. */
const LONGEST = 600;
/** The errors of a row that failed stand in one text, as the sentences of a remark do. */
const BETWEEN = /(; |(?<=\.) (?=[A-Z\d“]))/u;

/** A sentence of the API in the language that is shown (its `api.po`), where it has it; else as it came. */
export function translated(sentence: string): string {
  if (i18n.locale === 'en' || sentence.length > LONGEST) return sentence;
  if (isKnown(sentence)) return i18n._(sentence);
  const parts = sentence.split(BETWEEN);
  const found = parts.map((part, place) => (place % 2 === 1 ? part : lookUp(part)));
  // A sentence with a place for a name would fit several as one; a name may hold what looks like the end of a sentence.
  const whole = found.includes(null) ? lookUp(sentence) : null;
  return whole ?? found.map((text, place) => text ?? parts[place]).join('');
}
