import { useColorScheme } from '@mui/material/styles';

import { readItem, removeItem, writeItem } from '~/lib/storage';

export const THEME_KEY = 'theme';

export type ColorMode = 'light' | 'dark';

/** A choice of theme; `system` follows the system's preference. */
export type ColorChoice = ColorMode | 'system';

function isColorMode(value: unknown): value is ColorMode {
  return value === 'light' || value === 'dark';
}

interface StorageAddress {
  readonly key: string;
}

/**
 * The library keeps its mode through this: only a choice of light or dark is stored, under "theme"; without one it
 * follows the system. Failures are warned about and read as no choice.
 */
export function themeStorage({ key }: StorageAddress) {
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

interface ColorModeInUse {
  /** The theme on screen. */
  readonly mode: ColorMode;
  /** What was chosen. */
  readonly choice: ColorChoice;
  readonly choose: (choice: ColorChoice) => void;
  readonly toggle: () => void;
}

/** The theme on screen and how to change it. Must be used inside AppTheme. */
export function useColorMode(): ColorModeInUse {
  const { mode, systemMode, setMode } = useColorScheme();
  if (mode === undefined) throw new Error('useColorMode must be used inside AppTheme');
  const shown: ColorMode = (mode === 'system' ? systemMode : mode) ?? 'light';
  return {
    mode: shown,
    choice: mode,
    choose: setMode,
    toggle: () => setMode(shown === 'dark' ? 'light' : 'dark'),
  };
}
