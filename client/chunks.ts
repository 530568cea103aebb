import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/** Groups all that `module` imports, directly or not, with itself or without: a page keeps a chunk of its own. */
function behind(name: string, module: string, { itself = false } = {}): Rolldown.CodeSplittingGroup {
  const page = fileURLToPath(new URL(module, import.meta.url));
  let found: Set<string> | null = null;
  const look = (context: Context): Set<string> => {
    const seen = new Set<string>(itself ? [page] : []);
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

function piece(name: string, module: string): Rolldown.CodeSplittingGroup {
  return behind(name, module, { itself: true });
}

/**
 * Fifty small files cost a phone far away more than a few that hold a little too much: six are fetched at a time. Sizes
 * are of source, in bytes; the first group that wants a module has it. Pieces are evaluated one after the other, in the
 * order of src/main.ts, then of src/app/routes.tsx: none may import a later one.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  piece('react', './src/app/pieces/react.ts'),
  piece('styles', './src/app/pieces/styles.ts'),
  piece('theme', './src/theme/theme.ts'),
  piece('data', './src/app/pieces/data.ts'),
  piece('store', './src/app/store.ts'),
  piece('router', './src/app/pieces/router.ts'),
  piece('start', './src/app/start.tsx'),
  piece('forms', './src/forms/useZodForm.ts'),
  piece('fields', './src/forms/PasswordField.tsx'),
  piece('calls', './src/features/auth/api.ts'),
  piece('frame', './src/features/auth/components/AuthLayout.tsx'),
  behind('account', './src/features/auth/pages/LoginPage.tsx'),
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
];
