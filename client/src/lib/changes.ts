import { inWords } from './activity';
import { formatCount } from './format';
import { labelOf } from './profiles';

/** What an entry of the trail keeps of a change. */
export interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Change {
  readonly name: string;
  /** Null where there was nothing before. */
  readonly before: string | null;
  /** Null where there is nothing after. */
  readonly after: string | null;
}

/** Not shown: the session's id. */
const HIDDEN: ReadonlySet<string> = new Set(['session', 'generation']);

function words(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') return labelOf(field, value);
  return Array.isArray(value) ? formatCount(value.length) : JSON.stringify(value);
}

/** What was changed, field by field; what stayed as it was is left out. */
export function changesOf({ before, after }: Changed): readonly Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !HIDDEN.has(field))
    .map((field) => ({ name: inWords(field), before: words(field, before?.[field]), after: words(field, after?.[field]) }))
    .filter((change) => change.before !== change.after);
}
