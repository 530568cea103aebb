import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

import { components } from './components';
import { dark, fontFamily, light, motion } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    surface: { soft: string; sunken: string; raised: string; line: string; controlLine: string; faint: string };
    soft: { accent: string; success: string; warning: string; danger: string; info: string };
    /** Colours of stages that are none of the others. */
    stage: { violet: string; lime: string };
  }
  interface PaletteOptions {
    surface: Palette['surface'];
    soft: Palette['soft'];
    stage: Palette['stage'];
  }
}

const heading = { fontWeight: 600, letterSpacing: '-0.02em', lineHeight: 1.2 } as const;

/** Spacing 8, radius 4 and the breakpoints 0, 600, 900, 1200, 1536 are the library's own. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: '.%s', cssVarPrefix: 'wm' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  typography: {
    fontFamily,
    fontSize: 14,
    h1: { ...heading, fontSize: 'clamp(2.25rem, 1.6rem + 3vw, 3.75rem)', letterSpacing: '-0.035em', lineHeight: 1.05 },
    h2: { ...heading, fontSize: '1.75rem' },
    h3: { ...heading, fontSize: '1.375rem' },
    h4: { ...heading, fontSize: '1.125rem', letterSpacing: '-0.012em' },
    h5: { ...heading, fontSize: '1rem', letterSpacing: '-0.01em' },
    h6: { ...heading, fontSize: '0.875rem', letterSpacing: '-0.006em' },
    subtitle1: { fontSize: '1rem', lineHeight: 1.5 },
    subtitle2: { fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.45 },
    body1: { fontSize: '0.9375rem', lineHeight: 1.55 },
    body2: { fontSize: '0.875rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.45 },
    overline: { fontSize: '0.75rem', fontWeight: 500, letterSpacing: '0.04em', lineHeight: 1.5, textTransform: 'none' },
    button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none', letterSpacing: '-0.003em' },
  },
  transitions: { duration: { shortest: motion.quick, shorter: motion.usual, short: motion.usual, standard: motion.slow } },
  components,
});
