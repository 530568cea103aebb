import { useColorScheme } from '@mui/material/styles';

import { readItem, removeItem, writeItem } from '~/lib/storage';

export const THEME_KEY = 'theme';

export type ColorMode = 'light' | 'dark';

/** A choice of theme; `system` follows the system's preference. */
export type ColorChoice = ColorMode | 'system';

function isColorMode(value: unknown): value is ColorMode {
  return value === 'light' || value === 'dark';
}

/**
 * The library keeps its mode through this: only a choice of light or dark is stored, under "theme"; without one it
 * follows the system. Failures are warned about and read as no choice.
 */
export function themeStorage({ key }: { readonly key: string }) {
  const ours = key === THEME_KEY;
  return {
    get(fallback: string): string {
      const stored = ours ? readItem('localStorage', THEME_KEY) : null;
      return isColorMode(stored) ? stored : fallback;
    },
    set(value: string): void {
      if (!ours) return;
      if (isColorMode(value)) writeItem('localStorage', THEME_KEY, value);
      else removeItem('localStorage', THEME_KEY);
    },
    subscribe(onChange: (value: string) => void): () => void {
      const listen = (event: StorageEvent): void => {
        // A storage that was emptied names no key.
        if (!ours || (event.key !== THEME_KEY && event.key !== null)) return;
        if (event.newValue === null) onChange('system');
        else if (isColorMode(event.newValue)) onChange(event.newValue);
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

/** The theme on screen, the choice of one, and how to change it. Must be used inside AppTheme. */
export function useColorMode() {
  const { mode: choice, systemMode, setMode: choose } = useColorScheme();
  if (choice === undefined) throw new Error('useColorMode must be used inside AppTheme');
  const mode: ColorMode = (choice === 'system' ? systemMode : choice) ?? 'light';
  return { mode, choice, choose, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
