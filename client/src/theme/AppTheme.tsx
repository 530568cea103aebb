import { CssBaseline } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { type PropsWithChildren, useEffect } from 'react';

import { THEME_KEY, themeStorage, useColorMode } from './colorMode';
import { theme } from './theme';

/** The page's own scroll bars and form parts follow the root element, not the body. */
function RootColorScheme() {
  const { mode } = useColorMode();
  useEffect(() => {
    document.documentElement.style.colorScheme = mode;
  }, [mode]);
  return null;
}

export function AppTheme({ children }: PropsWithChildren) {
  return (
    <ThemeProvider
      theme={theme}
      defaultMode={typeof window.matchMedia === 'function' ? 'system' : 'light'}
      modeStorageKey={THEME_KEY}
      storageManager={themeStorage}
      colorSchemeNode={typeof document === 'undefined' ? null : document.body}
      disableTransitionOnChange
      noSsr
    >
      <CssBaseline />
      <RootColorScheme />
      {children}
    </ThemeProvider>
  );
}
