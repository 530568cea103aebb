import { useEffect, useState } from 'react';

import { tryChunk } from '~/lib/loadChunk';

/** One entry a line, in order: how much it shares with the one before, as a digit of base 36, and the rest. */
function unpack(packed: string): ReadonlySet<string> {
  const entries = new Set<string>();
  let entry = '';
  for (const line of packed.split('\n')) {
    entry = entry.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1);
    entries.add(entry);
  }
  return entries;
}

let loaded: Promise<ReadonlySet<string>> | null = null;

export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= tryChunk(() => import('virtual:common-passwords')).then((module) => unpack(module.default));
  try {
    return await loaded;
  } catch (error) {
    loaded = null;
    throw error;
  }
}

/** The common passwords that the server refuses, fetched once they are needed; null until then, or without a network. */
export function useCommonPasswords(needed: boolean): ReadonlySet<string> | null {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!needed || common !== null) return;
    loadCommonPasswords().then(setCommon, (error: unknown) => {
      console.warn('The common passwords could not be loaded.', error);
    });
  }, [needed, common]);
  return common;
}
