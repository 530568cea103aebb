import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/** Groups all that `module` imports, directly or not; a page keeps a chunk of its own. */
function behind(name: string, module: string): Rolldown.CodeSplittingGroup {
  const page = fileURLToPath(new URL(module, import.meta.url));
  let found: Set<string> | null = null;
  const look = (context: Context): Set<string> => {
    const seen = new Set<string>();
    const visit = (id: string): void => {
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        visit(imported);
      }
    };
    visit(page);
    return seen;
  };
  return {
    debugName: name,
    name: (id, context) => {
      found ??= look(context);
      return found.has(id) ? name : null;
    },
  };
}

/**
 * Fifty small files cost a phone far away more than a few that hold a little too much: six are fetched at a time. Sizes
 * are of source, in bytes; the first group that wants a module has it.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'] },
  behind('account', './src/features/auth/pages/LoginPage.tsx'),
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
];
