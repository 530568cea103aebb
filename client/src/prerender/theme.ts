import { readItem } from '~/lib/storage';

/** The application's own key. */
export const THEME = 'theme';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

export function storedChoice(): string | null {
  return readItem('localStorage', THEME);
}

export function isDark(choice: string | null): boolean {
  return choice === 'dark' || (choice !== 'light' && systemDark.matches);
}

export function showTheme(dark: boolean): void {
  document.documentElement.style.colorScheme = document.body.className = dark ? 'dark' : 'light';
}

export function onSystemChange(listen: () => void): void {
  systemDark.addEventListener('change', listen);
}
