import { useState } from 'react';

import { useClaims } from '~/api/session/slice';

import type { ImportSummary } from '../api';

/** Who can be filtered by: the own account, the one of the address, and all that have been seen since the page was opened. */
export function useStarters(imports: readonly ImportSummary[], chosen: string | null): ReadonlyMap<string, string> {
  const claims = useClaims();
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = imports.flatMap(({ startedBy }) => (startedBy !== null && seen.get(startedBy.id) !== startedBy.fullName ? [startedBy] : []));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ id, fullName }) => [id, fullName] as const)]));
  const own = claims?.userId ?? '';
  const others = [...seen].filter(([id]) => id !== own).sort(([, one], [, other]) => one.localeCompare(other));
  const unseen = chosen === null || chosen === own || seen.has(chosen) ? [] : [[chosen, 'Another administrator'] as const];
  return new Map([[own, 'Me'], ...others, ...unseen]);
}
